import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CLUSTER_LOCKS } from '../advisory-locks.ts';
import { databaseTroubleOf } from '../index.ts';
import type { Connection } from '../rows.ts';
import { ClusterError, stopCluster } from './cluster.ts';
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts';

const CONNECT_WITHIN_MS = 10_000;
/**
 * How long a running PostgreSQL may take to accept connections again. After the crash of one of its processes it
 * ends all of them and recovers, mostly within a second.
 */
const BACK_WITHIN_MS = 30_000;
const LOOK_MS = 100;
/** How long a process that leaves after such a crash waits for the others: each tries to join every 100 ms. */
const OTHERS_JOIN_WITHIN_MS = 3_000;

/**
 * A session that keeps the cluster running. Advisory locks on the maintenance database say who uses the cluster;
 * PostgreSQL frees them when a process dies.
 */
export interface KeeperSession {
  readonly client: Connection;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

export interface Keeper {
  /** Resolves when PostgreSQL is lost: it does not run any more, or accepts no connection for 30 seconds. */
  readonly lost: Promise<Error>;
  readonly close: () => Promise<void>;
}

export interface KeeperOptions {
  /** Of the running PostgreSQL. Another one has another port, which the connections of this process do not know. */
  readonly pid: number;
  readonly dir: string;
  readonly maintenanceUrl: string;
  readonly isServer: boolean;
  readonly report: (text: string) => void;
}

/** A session that keeps the cluster running; null while the cluster stops or has not started yet. */
export async function join(url: string): Promise<KeeperSession | null> {
  const client: Connection = new pg.Client({
    connectionString: url,
    application_name: 'assay keeper',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // A break shows as the end of the connection, and fails the query below.
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    client.on('end', () => resolve());
  });
  try {
    await client.connect();
    if (await tryLock(client, 'pg_try_advisory_lock_shared', CLUSTER_LOCKS.users)) return { client, ended };
  } catch (error) {
    // 57P03 cannot_connect_now, 57P01 admin_shutdown, or the socket was closed: check again.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '28P01') throw new ClusterError('The database does not accept its own password', { cause: error });
    if (!['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', ''].includes(code)) throw error;
  }
  await client.end().catch(() => undefined);
  return null;
}

/** Keeps the cluster running by `first`, and by another session when that breaks; null where another server runs. */
export async function keepRunning(first: KeeperSession, options: KeeperOptions): Promise<Keeper | null> {
  const { dir, isServer, report } = options;
  const closing = new AbortController();
  let session = first;
  let rejoining: Promise<KeeperSession | null> = Promise.resolve(null);
  const close = async (): Promise<void> => {
    closing.abort();
    // A session that connects only now would hold the lock of a user after this one has left.
    const rejoined = await rejoining.catch(() => null);
    session = rejoined ?? session;
    const isLast = await isLastUser(session.client);
    if (isLast === true) await stopCluster(dir);
    if (isLast === null) await leaveAfterCrash(options);
    await session.client.end().catch(() => undefined);
  };
  if (isServer && !(await tryLock(first.client, 'pg_try_advisory_lock', CLUSTER_LOCKS.server))) {
    await close();
    return null;
  }
  async function untilLost(): Promise<Error> {
    for (;;) {
      await session.ended;
      if (closing.signal.aborted) return new Promise<Error>(() => undefined);
      report('The connection to the database broke');
      rejoining = rejoin(options, closing.signal);
      const next = await rejoining;
      if (closing.signal.aborted) return new Promise<Error>(() => undefined);
      if (next === null) return new Error('The database stopped unexpectedly; see postgres.log in the data folder');
      session = next;
      report('The database is connected again');
    }
  }
  const lost = untilLost().catch((cause: unknown) => new Error('The database cannot be used any more', { cause }));
  return { lost, close };
}

/** Null where PostgreSQL does not run any more or does not come back in time. */
async function rejoin(options: KeeperOptions, closing: AbortSignal): Promise<KeeperSession | null> {
  const { pid, dir } = options;
  const deadline = Date.now() + BACK_WITHIN_MS;
  while (!closing.aborted && Date.now() < deadline) {
    const file = await readPostmasterFile(dir);
    if (file?.pid !== pid || !isPostmasterAlive(pid)) return null;
    const session = await tryAgain(options);
    if (session !== null) return session;
    await sleep(LOOK_MS);
  }
  return null;
}

async function tryAgain({ maintenanceUrl, isServer }: KeeperOptions): Promise<KeeperSession | null> {
  try {
    const session = await join(maintenanceUrl);
    if (session === null) return null;
    if (!isServer || (await tryLock(session.client, 'pg_try_advisory_lock', CLUSTER_LOCKS.server))) return session;
    await session.client.end();
  } catch (error) {
    if (databaseTroubleOf(error) !== 'away') throw error;
  }
  return null;
}

/** Null where the session is gone: PostgreSQL is down, goes down, or has ended all sessions to recover. */
async function isLastUser(client: Connection): Promise<boolean | null> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [...CLUSTER_LOCKS.users]);
    // Held until the end: a process that joins now waits for the stop and starts the cluster again.
    return await tryLock(client, 'pg_try_advisory_lock', CLUSTER_LOCKS.users);
  } catch {
    return null;
  }
}

/**
 * Stops PostgreSQL for the last of its processes, where it has ended the session of this one. After the crash of one of
 * its own processes nobody holds a lock for a moment, so the first to leave would stop it under the others: they get
 * time to join.
 */
async function leaveAfterCrash({ pid, dir, maintenanceUrl }: KeeperOptions): Promise<void> {
  const deadline = Date.now() + BACK_WITHIN_MS;
  while (Date.now() < deadline) {
    const file = await readPostmasterFile(dir);
    if (file?.pid !== pid || !isPostmasterAlive(pid)) return;
    const session = await join(maintenanceUrl);
    if (session !== null) {
      await sleep(OTHERS_JOIN_WITHIN_MS);
      if ((await isLastUser(session.client)) === true) await stopCluster(dir);
      await session.client.end().catch(() => undefined);
      return;
    }
    await sleep(LOOK_MS);
  }
  // It runs and lets nobody in.
  await stopCluster(dir);
}

async function tryLock(
  client: Connection,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  key: readonly [number, number],
): Promise<boolean> {
  const { rows } = await client.query(
    lock === 'pg_try_advisory_lock'
      ? 'SELECT pg_try_advisory_lock($1, $2) AS held'
      : 'SELECT pg_try_advisory_lock_shared($1, $2) AS held',
    [...key],
  );
  return rows[0]?.held === true;
}
