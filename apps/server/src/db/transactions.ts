import type pg from 'pg';

/** Runs `work` in one transaction: commits what it returns, rolls back and rethrows what it throws. */
export function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return between(pool, 'BEGIN', work);
}

/**
 * Runs `work` on one unchanging state of the database: whatever others commit meanwhile, every read on `client` answers
 * as the first one did. Nothing can be written. Holds one connection for the length of `work`; who also asks the pool
 * for another meanwhile may wait for itself.
 */
export function inSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return between(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
}

async function between<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
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
