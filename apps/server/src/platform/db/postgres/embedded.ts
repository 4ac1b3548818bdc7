import { readdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findInstallation } from './binaries.ts';
import { ClusterError, clusterUrl, initialiseCluster, type StartOptions, startCluster } from './cluster.ts';
import { join, type KeeperSession, keepRunning } from './keeper.ts';
import { isPostmasterAlive, postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { prepareProductRole } from './product-role.ts';

const OPEN_TIMEOUT_MS = 90_000;
const LARGEST_LOG_BYTES = 5_000_000;
/**
 * An empty postmaster.pid of this age was left by a crash. A younger one may belong to a PostgreSQL that is just
 * starting: removing its file would let two of them write to one folder.
 */
const ABANDONED_FILE_MS = 60_000;

export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly lost: Promise<Error>;
  readonly close: () => Promise<void>;
}

interface EmbeddedOptions {
  readonly signal?: AbortSignal;
  readonly report?: (text: string) => void;
  readonly isServer?: boolean;
  readonly onBegun?: () => void;
}

/**
 * The PostgreSQL of a data folder: made when there is none, joined when one runs (also the orphan of a killed
 * server), started otherwise. Any number of processes may use it; the last one to leave stops it.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const dir = path.join(dataDir, 'postgres');
  const logFile = path.join(dataDir, 'postgres.log');
  const report = options.report ?? (() => undefined);
  const deadline = Date.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    options.signal?.throwIfAborted();
    if (Date.now() > deadline)
      throw new ClusterError('PostgreSQL is neither up nor down; see postgres.log in the data folder');
    if (!(await isDirectory(dir))) {
      report('Making the database');
      await removeUnfinished(dataDir);
      await initialiseCluster(await findInstallation(), dir, { onBegun: options.onBegun });
      continue;
    }
    const running = await readPostmasterFile(dir);
    if (running === null || !isPostmasterAlive(running.pid)) {
      report('Starting the database');
      await startOrLoseRace(dir, { logFile, onBegun: options.onBegun });
      continue;
    }
    if (running.state !== 'ready' || running.port === null) {
      await sleep(30);
      continue;
    }
    options.onBegun?.();
    const membership = await enter(dir, await clusterUrl(dir, running.port, 'postgres'));
    if (membership === null) {
      await sleep(50);
      continue;
    }
    const { session, maintenanceUrl, url } = membership;
    const isServer = options.isServer === true;
    const keeper = await keepRunning(session, { pid: running.pid, dir, maintenanceUrl, isServer, report });
    if (keeper === null) {
      throw new AlreadyRunningError(
        `Assay is already running on the data folder ${path.dirname(dir)}. Stop it first, or set ASSAY_DATA_DIR to another folder.`,
      );
    }
    return { url, ...keeper };
  }
}

interface Membership {
  /** The session of the product's role that keeps the cluster running. */
  readonly session: KeeperSession;
  readonly maintenanceUrl: string;
  /** The product's database, as its role. */
  readonly url: string;
}

/** Joins as the superuser for as long as the product's role is prepared; from then on only that role is used. */
async function enter(dir: string, adminUrl: string): Promise<Membership | null> {
  const admin = await join(adminUrl);
  if (admin === null) return null;
  try {
    const { url, maintenanceUrl } = await prepareProductRole(dir, adminUrl, admin.client);
    const session = await join(maintenanceUrl);
    return session === null ? null : { session, maintenanceUrl, url };
  } finally {
    await admin.client.end();
  }
}

async function startOrLoseRace(dir: string, options: StartOptions): Promise<void> {
  const { logFile } = options;
  await removeForeignPostmasterFile(dir);
  if ((await sizeOf(logFile)) > LARGEST_LOG_BYTES) await truncate(logFile);
  try {
    await startCluster(await findInstallation(), dir, options);
  } catch (error) {
    const now = await readPostmasterFile(dir);
    // Another process started it at the same moment: use that one.
    if (now !== null && isPostmasterAlive(now.pid)) return;
    // Another process has made the file and not yet written its number there.
    if (error instanceof ClusterError && /lock file .* is empty/.test(error.message)) {
      await sleep(50);
      return;
    }
    // Another program took the port between our check and PostgreSQL's: the next attempt takes another.
    if (error instanceof ClusterError && /could not (bind|create any TCP)/.test(error.message)) return;
    throw error;
  }
}

/**
 * After a crash or a restart of the machine the number in postmaster.pid may belong to another program, or the
 * file may be empty, and PostgreSQL would refuse to start. PostgreSQL itself handles the number of a dead process.
 */
async function removeForeignPostmasterFile(dir: string): Promise<void> {
  const file = await readPostmasterFile(dir);
  if (file === null) {
    if (await isWithoutNumber(dir, ABANDONED_FILE_MS)) await rm(postmasterFilePath(dir), { force: true });
    return;
  }
  if (isPostmasterAlive(file.pid)) return;
  try {
    process.kill(file.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
  }
  await rm(postmasterFilePath(dir), { force: true });
}

/** Whether postmaster.pid is there, names no process, and has not been written to for `sinceMs`. */
async function isWithoutNumber(dir: string, sinceMs = 0): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(postmasterFilePath(dir));
    return (await readPostmasterFile(dir)) === null && Date.now() - mtimeMs >= sinceMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

async function isDirectory(dir: string): Promise<boolean> {
  try {
    return (await stat(dir)).isDirectory();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
