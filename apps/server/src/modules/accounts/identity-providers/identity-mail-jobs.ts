import type { WorkspaceRole } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import { type MailJobs, type MailSender, workMails } from '../../../platform/mail/index.ts';
import type { IdentityChange, QueueIdentityMail } from './identity.ports.ts';
import { type IdentityMailSettings, identityMail } from './identity-mail.ts';
import { membersWith, readForMail } from './members.store.ts';

/** The queued job, one a member. It holds ids of accounts, and no address. */
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
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: IdentityMailSettings,
  { sender, newId }: { readonly sender: MailSender; readonly newId: () => string },
): Promise<QueueIdentityMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<IdentityMailJob>(jobs, QUEUE, AT_ONCE, async ({ key, change, what, at, ...job }) => {
    const read = await readForMail(db, job, toldOf(change));
    if (read === null) return;
    await sender.send(identityMail({ ...read, change, what, at: new Date(at), key }, settings));
  });
  return async (tx, { workspace, change, what, by, at }) => {
    for (const to of await membersWith(tx, workspace, toldOf(change))) {
      const key = `identity:${newId()}`;
      const job: IdentityMailJob = { key, workspace, to, change, what, by, at: at.toISOString() };
      await jobs.sendIn(tx, QUEUE, key, job, RETRY);
    }
  };
}

/** Who is mailed about a change. Owners make all but two of them. */
function toldOf(change: IdentityChange): readonly WorkspaceRole[] {
  return change === 'domain lost' || change === 'record gone' ? ['owner', 'admin'] : ['owner'];
}
