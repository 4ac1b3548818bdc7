import { AppError } from '../kernel/app-error.ts';
import type { PoolClient } from './pool.ts';

/** SQLSTATE query_canceled: a statement that took longer than its time. */
const CANCELLED = '57014';

/**
 * Runs `work` in the open transaction of `client`, each statement of it within `milliseconds`.
 *
 * @throws AppError Overloaded for a statement that took longer
 */
export async function withinTime<T>(client: PoolClient, milliseconds: number, work: () => Promise<T>): Promise<T> {
  await client.query("SELECT set_config('statement_timeout', $1, true)", [String(milliseconds)]);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CANCELLED)) throw error;
    throw new AppError('Overloaded', { internal: `a statement took over ${milliseconds} ms`, cause: error });
  }
}
