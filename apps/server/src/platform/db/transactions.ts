import type { HeldClient, Pool, PoolClient } from './pool.ts';
import { beginInScope } from './scoped-pool.ts';
import { isPipelined, TransactionClient } from './transaction-client.ts';

/** Runs work in one transaction of the database it was made for. */
export type Transaction = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>;

/** Transactions of one database, for use cases that do not know it. */
export function transactionsOf(pool: Pool): Transaction {
  return (work) => inTransaction(pool, work);
}

/** Runs `work` in one transaction: commits what it returns, rolls back and rethrows what it throws. */
export function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  // No statement is sent before BEGIN is known to have succeeded: alone, a write would be committed by itself.
  return between(pool, 'BEGIN', (client, begun) => begun.then(() => work(client)), commit);
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
    async (client, begun) => {
      if (!client.isPipelined) await begun;
      // BEGIN goes with the first reads; what they answer counts only where it has succeeded.
      const [, found] = await Promise.all([begun, work(client)]);
      return found;
    },
    endSnapshot,
  );
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
  work: (client: TransactionClient, begun: Promise<unknown>) => Promise<T>,
  end: (client: HeldClient) => Promise<void>,
): Promise<T> {
  const held = await pool.connect();
  const client = new TransactionClient(held);
  let broken: Error | undefined;
  try {
    const result = await work(client, held.query(beginInScope(begin)));
    client.close();
    await end(held);
    return result;
  } catch (error) {
    client.close();
    try {
      await held.query('ROLLBACK');
    } catch (rollbackError) {
      // The connection itself is gone: the server rolls back, the pool must not reuse it.
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    held.release(broken);
  }
}

/**
 * PostgreSQL answers the COMMIT of a transaction in which a statement failed without an error, and rolls back.
 *
 * @throws Error where nothing was stored, although `work` went on after a failure
 */
async function commit(client: HeldClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') {
    throw new Error('Nothing was stored: a statement of the transaction failed before its end');
  }
}

/** Nothing depends on how a snapshot ends: on a pipelined connection, what is sent next goes with its COMMIT. */
async function endSnapshot(client: HeldClient): Promise<void> {
  const ended = client.query('COMMIT');
  if (!isPipelined(client)) await ended;
  // Where the connection is gone, the pool learns it from the connection.
  else ended.catch(() => undefined);
}

/** Writes a little where the database must extend a file for it, and keeps nothing; rejects where that fails. */
export async function probeWrite(pool: Pool): Promise<void> {
  await inTransaction(pool, (client) =>
    client.query(
      `CREATE TEMPORARY TABLE write_probe ON COMMIT DROP AS
       SELECT repeat(md5(n::text), 32) AS text FROM generate_series(1, 64) AS n`,
    ),
  );
}
