import type { Db } from '../../db/index.ts';
import { type MailSender, mailFailureOf } from '../mail/index.ts';
import type { QueueNoticeMail } from './account-notices.ts';
import { NOTICE_MAIL_QUEUE, type NoticeMailJob, type NoticeMailSettings, sendNoticeMail } from './notice-mail.ts';
import type { NoticeTokens } from './notice-tokens.ts';

/** The background jobs that mails about accounts need. */
export interface NoticeMailJobs {
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

/** About a day: after 5 s, 10 s, 20 s and so on, at most 30 minutes apart. */
const RETRY = { tries: 56, longestWaitSeconds: 1800 };
const AT_ONCE = 2;

/** Sends the mails from the queue; returns a function that queues one. Must run before the first request. */
export async function workNoticeMail(
  jobs: NoticeMailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: NoticeMailSettings,
  { tokens, sender }: { readonly tokens: NoticeTokens; readonly sender: MailSender },
): Promise<QueueNoticeMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await jobs.work<NoticeMailJob>(
    NOTICE_MAIL_QUEUE,
    (job) => sendNoticeMail(job, { db, tokens, sender, settings }),
    // The mail server's message may quote the address, so only its code is logged.
    { atOnce: AT_ONCE, describe: (error) => ({ code: mailFailureOf(error) }) },
  );
  return (tx, noticeId) => {
    const job: NoticeMailJob = { noticeId };
    return jobs.sendIn(tx, NOTICE_MAIL_QUEUE, noticeId, job, RETRY);
  };
}
