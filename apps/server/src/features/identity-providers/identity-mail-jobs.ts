import type { Db } from '../../db/index.ts';
import { type MailSender, mailFailureOf } from '../mail/index.ts';
import type { IdentityChange, QueueIdentityMail } from './identity.ports.ts';
import { type IdentityMailSettings, identityMail } from './identity-mail.ts';
import { ownersOf, readForMail } from './owners.store.ts';

/** The background jobs that mails about a company's login need. */
export interface IdentityMailJobs {
  work<T extends object>(
    queue: string,
    handle: (job: T) => Promise<void>,
    options: { readonly atOnce: number; readonly describe: (error: unknown) => object },
  ): Promise<void>;
  sendIn(
    db: Db,
    queue: string,
    key: string,
    job: object,
    options: { readonly tries: number; readonly longestWaitSeconds: number },
  ): Promise<void>;
}

/** The queued job, one an owner. It holds ids of accounts, and no address. */
interface IdentityMailJob {
  readonly key: string;
  readonly workspace: string;
  readonly to: string;
  readonly change: IdentityChange;
  readonly what: string;
  readonly by: string | null;
  /** ISO 8601. */
  readonly at: string;
}

const QUEUE = 'identity-mail';
/** About two hours: after 5 s, 10 s, 20 s and so on, at most 10 minutes apart. */
const RETRY = { tries: 20, longestWaitSeconds: 600 };
const AT_ONCE = 2;

/** Sends the mails from the queue; returns a function that queues them. Must run before the first request. */
export async function workIdentityMail(
  jobs: IdentityMailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: IdentityMailSettings,
  { sender, newId }: { readonly sender: MailSender; readonly newId: () => string },
): Promise<QueueIdentityMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await jobs.work<IdentityMailJob>(
    QUEUE,
    async ({ key, change, what, at, ...job }) => {
      const read = await readForMail(db, job);
      if (read === null) return;
      await sender.send(identityMail({ ...read, change, what, at: new Date(at), key }, settings));
    },
    // The mail server's message may quote the address, so only its code is logged.
    { atOnce: AT_ONCE, describe: (error) => ({ code: mailFailureOf(error) }) },
  );
  return async (tx, { workspace, change, what, by, at }) => {
    for (const to of await ownersOf(tx, workspace)) {
      const key = `identity:${newId()}`;
      const job: IdentityMailJob = { key, workspace, to, change, what, by, at: at.toISOString() };
      await jobs.sendIn(tx, QUEUE, key, job, RETRY);
    }
  };
}
