import type { Db } from '../../../platform/db/index.ts';
import { type MailJobs, type MailSender, workMails } from '../../../platform/mail/index.ts';
import type { QueueLinkMail } from './auth.ports.ts';
import type { LinkMailSettings } from './link-mail.ts';
import { LINK_MAIL_QUEUE, type LinkMailJob, sendLinkMail } from './send-link-mail.ts';
import type { TokenSmith } from './tokens.ts';

/** Retries that fit into the lifetime of a link: after 5 s, 10 s, 20 s and so on, at most 2 minutes apart. */
const RETRY = { tries: 12, longestWaitSeconds: 120 };
const AT_ONCE = 3;

/** Sends the mails with links from the queue; returns a function that queues one. Must run before the first request. */
export async function workLinkMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: LinkMailSettings,
  { tokens, sender }: { readonly tokens: TokenSmith; readonly sender: MailSender },
): Promise<QueueLinkMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  const clock = { now: () => new Date() };
  await workMails<LinkMailJob>(jobs, LINK_MAIL_QUEUE, AT_ONCE, (job) =>
    sendLinkMail(job, { db, clock, tokens, sender, settings }),
  );
  return (tx, linkId) => {
    const job: LinkMailJob = { linkId };
    return jobs.sendIn(tx, LINK_MAIL_QUEUE, linkId, job, RETRY);
  };
}
