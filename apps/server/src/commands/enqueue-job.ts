import type { Pool } from '../db/index.ts';
import { startJobs } from '../jobs/jobs.ts';
import { CommandError } from './context.ts';

/** Leaves a job for the server on the same database; one key waits only once. */
export async function enqueue(pool: Pool, queue: string, key: string, data: object): Promise<void> {
  const url = pool.options.connectionString;
  if (url === undefined) throw new Error('The pool has no connection string');
  let failure: Error | undefined;
  const jobs = await startJobs(url, (error) => {
    failure ??= error;
  });
  try {
    await jobs.send(queue, key, data);
    if (failure) throw failure;
  } catch (error) {
    // pg-boss has no queue until the first server made it.
    if (error instanceof Error && /queue .* (does not exist|not found)/i.test(error.message)) {
      throw new CommandError('No server has run on this database yet: start the product once');
    }
    throw error;
  } finally {
    await jobs.stop();
  }
}
