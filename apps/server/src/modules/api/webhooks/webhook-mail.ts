import type { Db } from '../../../platform/db/index.ts';
import {
  type Mail,
  type MailJobs,
  type MailSender,
  type MailSettings,
  mailHtml,
  mailText,
  RETRY_TWO_HOURS,
  workMails,
} from '../../../platform/mail/index.ts';
import type { DisabledEndpoint } from './delivery-worker.ts';
import { keepersOf, readForMail } from './endpoints.store.ts';

const QUEUE = 'webhook-mail';
const AT_ONCE = 2;

export interface WebhookMailFacts extends Pick<DisabledEndpoint, 'url' | 'mode' | 'because'> {
  readonly to: string;
  /** Null for a personal workspace. */
  readonly workspaceName: string | null;
  /** The same for each try to send it. */
  readonly key: string;
}

const SENTENCES: Readonly<Record<DisabledEndpoint['because'], string>> = {
  failures: 'Every attempt to deliver an event to this webhook endpoint has failed for three days. It was disabled.',
  gone: 'This webhook endpoint answered that it is gone (410). It was disabled.',
};

/** Says to who may change endpoints that one was disabled, and how it works again. */
export function webhookMail(facts: WebhookMailFacts, settings: MailSettings): Mail {
  const { to, workspaceName, url, mode, because, key } = facts;
  const link = `${settings.publicUrl}/account/webhooks`;
  const heading = workspaceName === null ? 'A webhook was disabled' : `A webhook was disabled: ${workspaceName}`;
  const words = {
    ...settings,
    heading,
    paragraphs: [
      SENTENCES[because],
      'Mend the receiver, enable the endpoint, and send again what it missed: events are kept for 30 days.',
    ],
    button: { label: 'See the webhooks', url: link },
    facts: [['Endpoint', url] as const, ['Mode', mode] as const],
    closing: [],
  };
  return { to, subject: heading, text: mailText(words), html: mailHtml(words), key, link };
}

/** The queued job, one a person. It holds the id of the account, and no address of a mailbox. */
interface WebhookMailJob extends Pick<DisabledEndpoint, 'workspace' | 'url' | 'mode' | 'because'> {
  readonly key: string;
  readonly to: string;
}

/** Sends the mails from the queue; returns a function that queues them. Must run before the first delivery. */
export async function workWebhookMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: MailSettings,
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
      await jobs.sendIn(tx, QUEUE, key, job, RETRY_TWO_HOURS);
    }
  };
}
