import type { Db } from '../../../platform/db/index.ts';
import { type MailJobs, type MailSender, workMails } from '../../../platform/mail/index.ts';
import type { DisabledEndpoint } from './delivery-worker.ts';
import { keepersOf, readForMail } from './keepers.store.ts';
import { type WebhookMailSettings, webhookMail } from './webhook-mail.ts';

/** The queued job, one a person. It holds the id of the account, and no address of a mailbox. */
interface WebhookMailJob extends Pick<DisabledEndpoint, 'workspace' | 'url' | 'mode' | 'because'> {
  readonly key: string;
  readonly to: string;
}

const QUEUE = 'webhook-mail';
/** About two hours: after 5 s, 10 s, 20 s and so on, at most 10 minutes apart. */
const RETRY = { tries: 20, longestWaitSeconds: 600 };
const AT_ONCE = 2;

/** Sends the mails from the queue; returns a function that queues them. Must run before the first delivery. */
export async function workWebhookMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: WebhookMailSettings,
  { sender, newId }: { readonly sender: MailSender; readonly newId: () => string },
): Promise<(tx: Db, disabled: DisabledEndpoint) => Promise<void>> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<WebhookMailJob>(jobs, QUEUE, AT_ONCE, async ({ workspace, to, ...facts }) => {
    const read = await readForMail(db, workspace, to);
    if (read !== null) await sender.send(webhookMail({ ...facts, ...read }, settings));
  });
  return async (tx, { workspace, url, mode, because }) => {
    for (const to of await keepersOf(tx, workspace)) {
      const key = `webhook:${newId()}`;
      const job: WebhookMailJob = { key, workspace, to, url, mode, because };
      await jobs.sendIn(tx, QUEUE, key, job, RETRY);
    }
  };
}
