import { isPipelined, sendTogether } from '../kernel/send-together.ts';
import type { Db, Pool, PoolClient } from './pool.ts';
import { beginInScope } from './scoped-pool.ts';

/** Takes a last statement of a transaction, whose answer the work needs no more: it is sent with the COMMIT. */
export type AtCommit = (statement: () => Promise<unknown>) => void;

/** Runs work in one transaction of the database it was made for. */
export type Transaction = <T>(work: (db: Db, atCommit: AtCommit) => Promise<T>) => Promise<T>;

/** Transactions of one database, for use cases that do not know it. */
export function transactionsOf(pool: Pool): Transaction {
  return (work) => inTransaction(pool, work);
}

/** Runs `work` in one transaction: commits what it returns, rolls back and rethrows what it throws. */
export function inTransaction<T>(pool: Pool, work: (client: PoolClient, atCommit: AtCommit) => Promise<T>): Promise<T> {
  return between(pool, 'BEGIN', (client, begun, atCommit) => begun.then(() => work(client, atCommit)));
}

/**
 * As `inTransaction`, for work that reads first: on a pipelined connection, BEGIN goes with what `read` sends, one round
 * trip less.
 *
 * @param read writes nothing: alone, a write would be committed by itself where BEGIN failed. Locks are fine.
 * @param work gets what was read
 */
export function inTransactionAfterReads<R, T>(
  pool: Pool,
  read: (client: PoolClient) => Promise<R>,
  work: (client: PoolClient, found: R, atCommit: AtCommit) => Promise<T>,
): Promise<T> {
  return between(pool, 'BEGIN', (client, begun, atCommit) =>
    withBegin(client, begun, read).then((found) => work(client, found, atCommit)),
  );
}

/**
 * Runs `work` on one unchanging state of the database: whatever others commit meanwhile, every read on `client` answers
 * as the first one did. Nothing can be written. Holds one connection for the length of `work`; who also asks the pool
 * for another meanwhile may wait for itself.
 */
export function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return between(
    pool,
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    (client, begun) => withBegin(client, begun, work),
    endSnapshot,
  );
}

/** Runs reads that are sent with BEGIN; no write is sent before BEGIN is known to have succeeded. */
async function withBegin<T>(
  client: PoolClient,
  begun: Promise<unknown>,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const [, found] = await sendTogether(
    client,
    () => begun,
    () => read(client),
  );
  return found;
}

/** Names one state of one PostgreSQL server. */
export interface ExportedSnapshot {
  /** As `pg_export_snapshot` names it, which another server may do too. */
  readonly name: string;
  /** When the server was started. */
  readonly server: string;
}

/**
 * As `inSnapshot`, but reads the very state another transaction exported.
 *
 * @param snapshot what `exportSnapshot` gave; its transaction must still be open
 */
export function inSnapshotOf<T>(
  pool: Pool,
  { name, server }: ExportedSnapshot,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inSnapshot(pool, async (client) => {
    await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(name)}`);
    const found = await client.query('SELECT pg_postmaster_start_time()::text AS server');
    if (found.rows[0]?.server !== server) throw new Error('invalid snapshot identifier: it is of another server');
    return work(client);
  });
}

/** Names the state `client` reads in its transaction, so that another connection can read the same. */
export async function exportSnapshot(client: PoolClient): Promise<ExportedSnapshot> {
  const found = await client.query('SELECT pg_export_snapshot() AS name, pg_postmaster_start_time()::text AS server');
  const [snapshot] = found.rows;
  if (snapshot === undefined) throw new Error('PostgreSQL exported no snapshot');
  return snapshot;
}

async function between<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient, begun: Promise<unknown>, atCommit: AtCommit) => Promise<T>,
  end: (client: PoolClient, last: readonly (() => Promise<unknown>)[]) => Promise<void> = commit,
): Promise<T> {
  const client = await pool.connect();
  const last: (() => Promise<unknown>)[] = [];
  let broken: Error | undefined;
  try {
    const result = await work(client, client.query(beginInScope(begin)), (statement) => void last.push(statement));
    await end(client, last);
    return result;
  } catch (error) {
    try {
      await client.query('ROLLBACK');
    } catch (rollbackError) {
      // The connection itself is gone: the server rolls back, the pool must not reuse it.
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Sends the last statements with the COMMIT; where one of them fails, PostgreSQL rolls back. It answers the COMMIT of a
 * transaction in which a statement failed without an error, and rolls back.
 *
 * @throws Error where nothing was stored, although `work` went on after a failure
 */
async function commit(client: PoolClient, last: readonly (() => Promise<unknown>)[]): Promise<void> {
  await sendTogether(client, ...last, async () => {
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') {
      throw new Error('Nothing was stored: a statement of the transaction failed before its end');
    }
  });
}

/** Nothing depends on how a snapshot ends: on a pipelined connection, what is sent next goes with its COMMIT. */
async function endSnapshot(client: PoolClient): Promise<void> {
  const ended = client.query('COMMIT');
  if (!isPipelined(client)) await ended;
  // Where the connection is gone, the pool learns it from the connection.
  else ended.catch(() => undefined);
}
