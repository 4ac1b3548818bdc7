import type { Db } from '../../db/index.ts';

const QUEUE = 'decided-disputes';
const RETRY = { tries: 50, longestWaitSeconds: 600 };

/** The background jobs that decisions need. */
export interface DisputeJobs {
  work<T extends object>(
    queue: string,
    handle: (job: T, signal: AbortSignal) => Promise<void>,
    options: { readonly describe: (error: unknown) => object },
  ): Promise<void>;
  sendIn(
    db: Db,
    queue: string,
    key: string,
    job: object,
    options: { readonly tries: number; readonly longestWaitSeconds: number },
  ): Promise<void>;
}

/** Queues what follows a decision, in the transaction of the decision. */
export type QueueDecided = (tx: Db, dispute: number) => Promise<void>;

interface DecidedJob {
  readonly dispute: number;
}

/** Does what follows decisions, one after the other; returns what queues it. Must run before the first request. */
export async function workDecisions(
  jobs: DisputeJobs,
  follow: (dispute: number, signal: AbortSignal) => Promise<void>,
): Promise<QueueDecided> {
  await jobs.work<DecidedJob>(QUEUE, ({ dispute }, signal) => follow(dispute, signal), {
    // A mail server's message may quote the address, so only the kind of the error is logged.
    describe: (error) => ({ name: error instanceof Error ? error.name : 'unknown' }),
  });
  return (tx, dispute) => {
    const job: DecidedJob = { dispute };
    return jobs.sendIn(tx, QUEUE, `dispute ${dispute}`, job, RETRY);
  };
}
