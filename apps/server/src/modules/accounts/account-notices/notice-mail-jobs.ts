import type { Db } from '../../../platform/db/index.ts';
import { type MailJobs, type MailSender, workMails } from '../../../platform/mail/index.ts';
import type { QueueNoticeMail } from './account-notices.ts';
import { NOTICE_MAIL_QUEUE, type NoticeMailJob, type NoticeMailSettings, sendNoticeMail } from './notice-mail.ts';
import type { NoticeTokens } from './notice-tokens.ts';

/** About a day: after 5 s, 10 s, 20 s and so on, at most 30 minutes apart. */
const RETRY = { tries: 56, longestWaitSeconds: 1800 };
const AT_ONCE = 2;

/** Sends the mails from the queue; returns a function that queues one. Must run before the first request. */
export async function workNoticeMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: NoticeMailSettings,
  { tokens, sender }: { readonly tokens: NoticeTokens; readonly sender: MailSender },
): Promise<QueueNoticeMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<NoticeMailJob>(jobs, NOTICE_MAIL_QUEUE, AT_ONCE, (job) =>
    sendNoticeMail(job, { db, tokens, sender, settings }),
  );
  return (tx, noticeId) => {
    const job: NoticeMailJob = { noticeId };
    return jobs.sendIn(tx, NOTICE_MAIL_QUEUE, noticeId, job, RETRY);
  };
}
