import type { Pool, PoolClient } from '../../../../platform/db/index.ts';

/** A second connection: one cannot read rows out and write others in at the same time. */
export async function readBeside<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    // It may be in the middle of its rows: no connection for anybody else.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}
