import { readdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findInstallation } from './binaries.ts';
import { ClusterError, clusterUrl, initialiseCluster, startCluster, stopCluster } from './cluster.ts';
import { isPostmasterAlive, postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';

const DATABASE = 'assay';
const OPEN_TIMEOUT_MS = 90_000;
const LARGEST_LOG_BYTES = 5_000_000;
/** Advisory locks on the maintenance database say who uses the cluster; PostgreSQL frees them when a process dies. */
const LOCK = { users: [4277, 1], server: [4277, 2] } as const;

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
}

/**
 * The PostgreSQL of a data folder: made when there is none, joined when one runs (also the orphan of a killed
 * server), started otherwise. Any number of processes may use it; the last one out stops it.
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
      await initialiseCluster(await findInstallation(), dir);
      continue;
    }
    const running = await readPostmasterFile(dir);
    if (running === null || !isPostmasterAlive(running.pid)) {
      report('Starting the database');
      await startOrLoseRace(dir, logFile);
      continue;
    }
    if (running.state !== 'ready' || running.port === null) {
      await sleep(30);
      continue;
    }
    const keeper = await join(await clusterUrl(dir, running.port, 'postgres'));
    if (keeper === null) {
      await sleep(50);
      continue;
    }
    return await use(keeper, dir, running.port, options.isServer === true);
  }
}

/** A session that holds the cluster up; null while it is going down or not yet up. */
async function join(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'assay keeper', keepAlive: true });
  // Broken later: `use` listens from then on; until then the failed query below tells.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (await tryLock(client, 'pg_try_advisory_lock_shared', LOCK.users)) return client;
  } catch (error) {
    // 57P03 cannot_connect_now, 57P01 admin_shutdown, or the socket closed under us: look again.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '28P01') throw new ClusterError('The database does not accept its own password', { cause: error });
    if (!['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', ''].includes(code)) throw error;
  }
  await client.end().catch(() => undefined);
  return null;
}

async function use(keeper: pg.Client, dir: string, port: number, isServer: boolean): Promise<EmbeddedPostgres> {
  let isClosing = false;
  const lost = new Promise<Error>((resolve) => {
    keeper.on('end', () => {
      if (!isClosing) resolve(new Error('The database stopped unexpectedly; see postgres.log in the data folder'));
    });
  });
  const close = async (): Promise<void> => {
    isClosing = true;
    const isLast = await isLastUser(keeper);
    if (isLast) await stopCluster(dir);
    await keeper.end().catch(() => undefined);
  };
  if (isServer && !(await tryLock(keeper, 'pg_try_advisory_lock', LOCK.server))) {
    await close();
    throw new AlreadyRunningError(
      `Assay is already running on the data folder ${path.dirname(dir)}. Stop it first, or set ASSAY_DATA_DIR to another folder.`,
    );
  }
  await makeDatabase(keeper);
  return { url: await clusterUrl(dir, port, DATABASE), lost, close };
}

async function isLastUser(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('SELECT pg_advisory_unlock_shared($1, $2)', [...LOCK.users]);
    // Held until the end: whoever comes now waits for the stop and starts anew.
    return await tryLock(keeper, 'pg_try_advisory_lock', LOCK.users);
  } catch {
    // The session is gone, so PostgreSQL is going down or down already.
    return true;
  }
}

async function tryLock(client: pg.Client, lock: string, key: readonly [number, number]): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT ${lock}($1, $2) AS held`, [...key]);
  return rows[0]?.held === true;
}

async function makeDatabase(keeper: pg.Client): Promise<void> {
  const { rowCount } = await keeper.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount !== 0) return;
  try {
    await keeper.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    // 42P04 or 23505: another process made it in between.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== '42P04' && code !== '23505') throw error;
  }
}

async function startOrLoseRace(dir: string, logFile: string): Promise<void> {
  await removeForeignPostmasterFile(dir);
  if ((await sizeOf(logFile)) > LARGEST_LOG_BYTES) await truncate(logFile);
  try {
    await startCluster(await findInstallation(), dir, { logFile });
  } catch (error) {
    const now = await readPostmasterFile(dir);
    // Another process started it at the same moment: use that one.
    if (now !== null && isPostmasterAlive(now.pid)) return;
    // Someone took the port between our look and PostgreSQL's: the next round takes another.
    if (error instanceof ClusterError && /could not (bind|create any TCP)/.test(error.message)) return;
    throw error;
  }
}

/**
 * After a crash or a restart of the machine the number in postmaster.pid may belong to another program, and
 * PostgreSQL would refuse to start. A dead number it handles itself.
 */
async function removeForeignPostmasterFile(dir: string): Promise<void> {
  const file = await readPostmasterFile(dir);
  if (file === null || isPostmasterAlive(file.pid)) return;
  try {
    process.kill(file.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
  }
  await rm(postmasterFilePath(dir), { force: true });
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
