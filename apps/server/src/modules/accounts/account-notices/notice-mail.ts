import { formatMoment } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import {
  type Mail,
  type MailJobs,
  type MailSender,
  type MailSettings,
  mailHtml,
  mailText,
  workMails,
} from '../../../platform/mail/index.ts';
import { findNotice } from './account-notices.store.ts';
import type { QueueNoticeMail } from './account-notices.ts';
import type { Notice } from './notice.ts';
import type { NoticeTokens } from './notice-tokens.ts';
import { noticeWords } from './notice-words.ts';

const AT_ONCE = 2;

/** Job queue of the mails about accounts. */
export const NOTICE_MAIL_QUEUE = 'account-notice-mail';

/** The queued job. It does not contain the token, which is created when the mail is written. */
export interface NoticeMailJob {
  readonly noticeId: string;
}

/** The mail of a notice. `token`: of the link that undoes. */
export function noticeMail(notice: Notice & { readonly email: string }, token: string, settings: MailSettings): Mail {
  const { publicUrl, operator } = settings;
  const { heading, paragraphs, button } = noticeWords(notice.kind, {
    ...settings,
    supportEmail: operator.supportEmail,
    email: notice.email,
    detail: notice.detail ?? '',
  });
  const hasUndo = notice.undoUntil !== null;
  const url = hasUndo ? `${publicUrl}/undo?token=${encodeURIComponent(token)}` : `${publicUrl}/account/security`;
  const words = {
    ...settings,
    heading,
    paragraphs,
    button: { label: button, url },
    facts: factsOf(notice),
    closing: [
      hasUndo
        ? 'The button opens a page that asks once more before anything is done. We will never ask you to forward this message.'
        : 'We will never ask you to forward this message.',
    ],
  };
  return {
    to: notice.email,
    subject: heading,
    text: mailText(words),
    html: mailHtml(words),
    key: `account-notice:${notice.id}`,
    link: url,
  };
}

function factsOf({ device, ip, at, undoUntil }: Notice): readonly (readonly [string, string])[] {
  const from = [device, ip === null ? null : `address ${ip}`].filter((part) => part !== null).join(', ');
  return [
    ...(from === '' ? [] : [['From', from] as const]),
    ['At', utc(at)],
    ...(undoUntil === null ? [] : [['The button works until', utc(undoUntil)] as const]),
  ];
}

/** Who receives the mail may be elsewhere than who acted, so no time zone is guessed. */
export function utc(time: Date): string {
  return `${formatMoment(time.toISOString(), 'UTC')} (UTC)`;
}

/** Writes and sends the mail of a notice; none once its account was deleted. */
export async function sendNoticeMail(
  { noticeId }: NoticeMailJob,
  deps: {
    readonly db: Db;
    readonly tokens: NoticeTokens;
    readonly sender: MailSender;
    readonly settings: MailSettings;
  },
): Promise<void> {
  const notice = await findNotice(deps.db, noticeId);
  if (notice === null) return;
  await deps.sender.send(noticeMail(notice, deps.tokens.tokenOf(noticeId), deps.settings));
}

/** About a day: after 5 s, 10 s, 20 s and so on, at most 30 minutes apart. */
const RETRY = { tries: 56, longestWaitSeconds: 1800 };

/** Sends the mails from the queue; returns a function that queues one. Must run before the first request. */
export async function workNoticeMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: MailSettings,
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
