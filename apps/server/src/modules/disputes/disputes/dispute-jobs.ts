import type { Db } from '../../../platform/db/index.ts';
import { RETRY_TWO_HOURS } from '../../../platform/mail/index.ts';

/** What follows a decision takes long and is finished in the end; a receipt that is a day late helps nobody. */
const QUEUES = {
  'decided-disputes': { tries: 50, longestWaitSeconds: 600 },
  'filed-disputes': RETRY_TWO_HOURS,
} as const;

/** The background jobs that disputes need. */
export interface DisputeJobs {
  work<T extends object>(
    queue: string,
    handle: (job: T, signal: AbortSignal) => Promise<void>,
    options: { readonly outgoing: true; readonly describe: (error: unknown) => object },
  ): Promise<void>;
  sendIn(
    db: Db,
    queue: string,
    key: string,
    job: object,
    options: { readonly tries: number; readonly longestWaitSeconds: number },
  ): Promise<void>;
}

/** Queues what follows, in the transaction that files or decides the dispute. */
export type QueueDispute = (tx: Db, dispute: number) => Promise<void>;

interface DisputeJob {
  readonly dispute: number;
}

/** Does what follows, one dispute after the other; returns what queues it. Must run before the first request. */
export async function workDisputes(
  jobs: DisputeJobs,
  queue: keyof typeof QUEUES,
  follow: (dispute: number, signal: AbortSignal) => Promise<void>,
): Promise<QueueDispute> {
  await jobs.work<DisputeJob>(queue, ({ dispute }, signal) => follow(dispute, signal), {
    outgoing: true,
    // A mail server's message may quote the address, so only the kind of the error is logged.
    describe: (error) => ({ name: error instanceof Error ? error.name : 'unknown' }),
  });
  return (tx, dispute) => {
    const job: DisputeJob = { dispute };
    return jobs.sendIn(tx, queue, `dispute ${dispute}`, job, QUEUES[queue]);
  };
}
