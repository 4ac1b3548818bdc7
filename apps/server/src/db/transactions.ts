import type pg from 'pg';
import type { Pool } from './pool.ts';
import { beginInScope } from './scoped-pool.ts';

/** Runs `work` in one transaction: commits what it returns, rolls back and rethrows what it throws. */
export function inTransaction<T>(pool: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return between(pool, 'BEGIN', work);
}

/**
 * Runs `work` on one unchanging state of the database: whatever others commit meanwhile, every read on `client` answers
 * as the first one did. Nothing can be written. Holds one connection for the length of `work`; who also asks the pool
 * for another meanwhile may wait for itself.
 */
export function inSnapshot<T>(pool: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return between(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
}

/**
 * As `inSnapshot`, but reads the very state another transaction exported.
 *
 * @param snapshot what `exportSnapshot` gave; its transaction must still be open
 */
export function inSnapshotOf<T>(pool: Pool, snapshot: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inSnapshot(pool, async (client) => {
    await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(snapshot)}`);
    return work(client);
  });
}

/** Names the state `client` reads in its transaction, so that another connection can read the same. */
export async function exportSnapshot(client: pg.PoolClient): Promise<string> {
  const found = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  return found.rows[0]?.snapshot ?? '';
}

async function between<T>(pool: Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(beginInScope(begin));
    const result = await work(client);
    await client.query('COMMIT');
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
