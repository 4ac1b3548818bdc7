import { LOCK_SPACES, type Pool, type PoolClient } from '../../../../platform/db/index.ts';

/** Another import of the same set is running. */
export class LabelSetBusyError extends Error {
  override readonly name = 'LabelSetBusyError';
}

/** The lock belongs to a database session, so that the end of the process, however it comes, sets it free. */
export async function withSetLock<T>(pool: Pool, setName: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const lock = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
      LOCK_SPACES.labelImports,
      setName,
    ]);
    if (lock.rows[0]?.locked !== true) {
      throw new LabelSetBusyError(`Another import of the label set "${setName}" is running`);
    }
    try {
      return await work();
    } finally {
      broken = await unlock(client, setName);
    }
  } finally {
    client.release(broken);
  }
}

/** When the lock cannot be set free, says so, and the session is ended instead. */
async function unlock(client: PoolClient, setName: string): Promise<Error | undefined> {
  try {
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACES.labelImports, setName]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
