import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './binaries.ts';
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts';
import { sharedBuffersFor } from './shared-buffers.ts';

/** The superuser: for making the cluster and the product's role, and for nothing else. */
const SUPERUSER = 'assay';
const PASSWORD_FILE = '.assay-password';
const READY_TIMEOUT_MS = 60_000;
const FAST_STOP_TIMEOUT_MS = 15_000;

/**
 * Nobody copies the log of a database that lives beside its one product, so whole tables and indexes made in one
 * transaction need not go through it: they are on the disk when the transaction ends.
 */
const LOCAL_SETTINGS = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'] as const;

/** PostgreSQL could not be initialised or started; the message says why in its own words. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

export interface InitialiseOptions {
  /** Whether all is on the disk at the end; not for tests. */
  readonly durable?: boolean;
  /** Called when PostgreSQL's program has begun: what follows is waiting. */
  readonly onBegun?: (() => void) | undefined;
}

/**
 * Makes a new cluster at `dir`, complete or not at all: it grows beside its place and is moved there at the end.
 * When another process was faster, the other's cluster stays.
 */
export async function initialiseCluster(
  installation: Installation,
  dir: string,
  { durable = true, onBegun }: InitialiseOptions = {},
): Promise<void> {
  const staging = `${dir}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const data = path.join(staging, 'data');
  const passwordFile = path.join(staging, 'password');
  const password = randomBytes(24).toString('base64url');
  await mkdir(staging, { mode: 0o700 });
  await mkdir(data, { mode: 0o700 });
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await giveTo(installation, [staging, data, passwordFile]);
    await runInitdb(installation, data, passwordFile, { extra: durable ? [] : ['--no-sync'], onBegun });
    await rename(passwordFile, path.join(data, PASSWORD_FILE));
    await rename(data, dir);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function giveTo({ account }: Installation, files: readonly string[]): Promise<void> {
  if (account === null) return;
  for (const file of files) await chown(file, account.uid, account.gid);
}

/**
 * Under root the account may not be able to walk down to the data folder (a clone in /root), but a process that is
 * already inside may stay: it is started in the folder and names it by /proc/self/cwd.
 */
function seenFromInside({ account }: Installation, dir: string): string {
  return account !== null && process.platform === 'linux' ? '/proc/self/cwd' : dir;
}

function spawnOptions({ account }: Installation, dir: string) {
  const owner = account === null ? {} : { uid: account.uid, gid: account.gid };
  return { cwd: dir, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...owner } as const;
}

async function runInitdb(
  installation: Installation,
  data: string,
  passwordFile: string,
  { extra, onBegun }: Pick<InitialiseOptions, 'onBegun'> & { readonly extra: readonly string[] },
): Promise<void> {
  const password = await open(passwordFile, 'r');
  const child = spawn(
    installation.initdb,
    [
      `--pgdata=${seenFromInside(installation, data)}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      // By descriptor: the account may not be able to reach the file by its path.
      '--pwfile=/dev/stdin',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
      ...extra,
    ],
    { ...spawnOptions(installation, data), stdio: [password.fd, 'pipe', 'pipe'] },
  );
  onBegun?.();
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  let code: number | string;
  try {
    code = await exitOf(child);
  } finally {
    await password.close();
  }
  if (code !== 0) throw new ClusterError(lastLines(output) || `initdb ended with ${code}`);
}

export interface StartOptions {
  /** Where PostgreSQL's own messages go. */
  readonly logFile: string;
  /** Further settings, such as `fsync=off` for tests. */
  readonly settings?: readonly string[];
  /** Called when the postmaster has begun: what follows is waiting. */
  readonly onBegun?: (() => void) | undefined;
}

/** Starts the postmaster of `dir` on a free loopback port and returns when it accepts connections. */
export async function startCluster(
  installation: Installation,
  dir: string,
  options: StartOptions,
): Promise<ChildProcess> {
  const log = await open(options.logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  try {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `port=${await freePort()}`,
      'max_connections=100',
      ...LOCAL_SETTINGS,
      `shared_buffers=${sharedBuffersFor()}MB`,
      'log_timezone=UTC',
      ...(options.settings ?? []),
    ];
    const child = spawn(
      installation.postgres,
      ['-D', seenFromInside(installation, dir), ...settings.flatMap((setting) => ['-c', setting])],
      // A group of its own: Ctrl-C reaches this process, which then stops PostgreSQL after its last query.
      { ...spawnOptions(installation, dir), stdio: ['ignore', log.fd, log.fd], detached: true },
    );
    options.onBegun?.();
    const exited = exitOf(child);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const ended = await Promise.race([exited, sleep(15, 'alive' as const)]);
      if (ended !== 'alive')
        throw new ClusterError(lastLines(await tail(options.logFile, logStart)) || `postgres ended with ${ended}`);
      const file = await readPostmasterFile(dir);
      if (file?.pid === child.pid && file?.state === 'ready') {
        child.unref();
        return child;
      }
    }
    child.kill('SIGQUIT');
    throw new ClusterError(`PostgreSQL did not become ready within ${READY_TIMEOUT_MS / 1000} s`);
  } finally {
    await log.close();
  }
}

/** Stops the postmaster of `dir`: open sessions end, data is flushed. Returns when it is gone. */
export async function stopCluster(dir: string): Promise<void> {
  const file = await readPostmasterFile(dir);
  if (file === null || !isPostmasterAlive(file.pid)) return;
  process.kill(file.pid, 'SIGINT');
  const deadline = Date.now() + FAST_STOP_TIMEOUT_MS;
  for (let insisted = false; ; ) {
    // It removes its file shortly before it ends.
    if (!isPostmasterAlive(file.pid)) return;
    if (Date.now() > deadline && !insisted && (await readPostmasterFile(dir))?.pid === file.pid) {
      insisted = true;
      // Immediate stop: safe, the next start replays the log.
      process.kill(file.pid, 'SIGQUIT');
    }
    if (Date.now() > deadline + FAST_STOP_TIMEOUT_MS)
      throw new ClusterError(`PostgreSQL (process ${file.pid}) does not stop`);
    await sleep(15);
  }
}

export async function clusterUrl(dir: string, port: number, database: string): Promise<string> {
  const password = (await readFile(path.join(dir, PASSWORD_FILE), 'utf8')).trim();
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** A port of the loopback interface that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new ClusterError('No free port on the loopback interface');
  return address.port;
}

function exitOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
}

async function tail(file: string, from: number): Promise<string> {
  return (await readFile(file)).subarray(from).toString();
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-6).join('\n');
}

function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
