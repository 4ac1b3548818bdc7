import { CommandError } from '@assay/command';
import type { Pool } from '../db/index.ts';
import { startJobs } from '../jobs/jobs.ts';

/** Queues a job for the server on the same database; a key is queued only once. */
export async function enqueue(pool: Pool, queue: string, key: string, data: object): Promise<void> {
  const url = pool.options.connectionString;
  if (url === undefined) throw new Error('The pool has no connection string');
  const failures: unknown[] = [];
  const jobs = await startJobs(url, { error: ({ err }) => failures.push(err) });
  try {
    await jobs.send(queue, key, data);
    if (failures.length > 0) throw failures[0];
  } catch (error) {
    // pg-boss has no queue until the first server creates it.
    if (error instanceof Error && /queue .* (does not exist|not found)/i.test(error.message)) {
      throw new CommandError('No server has run on this database yet: start the product once');
    }
    throw error;
  } finally {
    await jobs.stop();
  }
}
