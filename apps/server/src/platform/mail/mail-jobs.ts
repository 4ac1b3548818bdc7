import type { Db } from '../db/index.ts';

/** The background jobs that queued mails need. */
export interface MailJobs {
  work<T extends object>(
    queue: string,
    handle: (job: T) => Promise<void>,
    options: { readonly atOnce: number; readonly describe: (error: unknown) => object; readonly outgoing: true },
  ): Promise<void>;
  sendIn(
    db: Db,
    queue: string,
    key: string,
    job: object,
    options: { readonly tries: number; readonly longestWaitSeconds: number },
  ): Promise<void>;
}

/** Tries of a mail that is worth a while only: about two hours, after 5 s, 10 s, 20 s and so on, at most 10 minutes apart. */
export const RETRY_TWO_HOURS = { tries: 20, longestWaitSeconds: 600 };

/** Sends the mails of a queue, `atOnce` at a time. Must run before the first mail is queued. */
export function workMails<Job extends object>(
  jobs: MailJobs,
  queue: string,
  atOnce: number,
  send: (job: Job) => Promise<void>,
): Promise<void> {
  // The mail server's message may quote the address, so only its code is logged.
  return jobs.work<Job>(queue, send, { atOnce, describe: (error) => ({ code: mailFailureOf(error) }), outgoing: true });
}

/** What a mail server's failure may be logged as, such as ECONNREFUSED, EAUTH or 451: its message may quote the address. */
function mailFailureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('responseCode' in error && typeof error.responseCode === 'number') return String(error.responseCode);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
