import { formatMoment } from '@assay/wording';
import type { Db } from '../../../../platform/db/index.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import {
  type Mail,
  type MailJobs,
  type MailSender,
  type MailSettings,
  mailHtml,
  mailText,
  workMails,
} from '../../../../platform/mail/index.ts';
import { LINK_SECONDS } from '../auth.policy.ts';
import type { QueueLinkMail } from '../auth.ports.ts';
import type { TokenSmith } from '../tokens.ts';
import { hasAccount } from '../users.store.ts';
import { type AskedFrom, findLink, noteMailed } from './magic-links.store.ts';

/** Job queue of the mails with links. */
const LINK_MAIL_QUEUE = 'link-mail';

/** The queued job. It does not contain the token, which is created when the mail is written. */
interface LinkMailJob {
  readonly linkId: string;
}

/** Retries that fit into the lifetime of a link: after 5 s, 10 s, 20 s and so on, at most 2 minutes apart. */
const RETRY = { tries: 12, longestWaitSeconds: 120 };
const AT_ONCE = 3;

/** Sends the mails with links from the queue; returns a function that queues one. Must run before the first request. */
export async function workLinkMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: MailSettings,
  { tokens, sender }: { readonly tokens: TokenSmith; readonly sender: MailSender },
): Promise<QueueLinkMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<LinkMailJob>(jobs, LINK_MAIL_QUEUE, AT_ONCE, (job) =>
    sendLinkMail(job, { db, clock: SYSTEM_CLOCK, tokens, sender, settings }),
  );
  return (tx, linkId) => {
    const job: LinkMailJob = { linkId };
    return jobs.sendIn(tx, LINK_MAIL_QUEUE, linkId, job, RETRY);
  };
}

interface LinkMailFacts {
  readonly linkId: string;
  readonly email: string;
  readonly token: string;
  readonly asked: AskedFrom;
  readonly askedAt: Date;
  readonly hasCheck: boolean;
  /** No account has the address yet: the link creates one. */
  readonly isNew: boolean;
}

/**
 * The mail with the sign-in button. New accounts are welcomed; only the owner of the mailbox sees which of the two it
 * is.
 */
function linkMail(facts: LinkMailFacts, settings: MailSettings): Mail {
  const url = `${settings.publicUrl}/confirm-link?link=${encodeURIComponent(facts.token)}`;
  const { device, ip } = facts.asked;
  const purpose = facts.hasCheck
    ? 'Your pending check will start and use one check. In a browser other than the one you requested it in, we ask you first.'
    : '';
  const heading = facts.isNew ? `Welcome to ${settings.productName}` : `Log in to ${settings.productName}`;
  const tap = facts.isNew
    ? `Tap the button to create your account for ${facts.email} and log in.`
    : `Tap the button to log in as ${facts.email}.`;
  const words = {
    ...settings,
    heading,
    paragraphs: [
      `${tap} It works once, within ${LINK_SECONDS / 60} minutes.`,
      'If you ask again and no new email comes, this button works again: we send few emails at a time.',
      ...(purpose === '' ? [] : [purpose]),
    ],
    button: { label: facts.isNew ? 'Create my account' : 'Log in', url },
    facts: [
      ['Requested from', ip === null ? device : `${device}, address ${ip}`],
      ['Requested at', timeOf(facts.askedAt, facts.asked.timezone)],
    ] as const,
    closing: [
      `If this wasn’t you, ignore this email: without the button ${facts.isNew ? 'no account is created' : 'nobody can log in'}. We will never ask you to forward this message.`,
    ],
  };
  return {
    to: facts.email,
    subject: heading,
    text: mailText(words),
    html: mailHtml(words),
    key: `link:${facts.linkId}`,
    link: url,
  };
}

/** In the time zone of the request, with its name; UTC where none was given. */
function timeOf(time: Date, timezone: string | null): string {
  const zone = timezone ?? 'UTC';
  return `${formatMoment(time.toISOString(), zone)} (${zone.replaceAll('_', ' ')})`;
}

/** Writes and sends the mail of a link; sends nothing for a link that is used, expired or deleted, or was mailed before. */
async function sendLinkMail(
  { linkId }: LinkMailJob,
  deps: {
    readonly db: Db;
    readonly clock: Clock;
    readonly tokens: TokenSmith;
    readonly sender: MailSender;
    readonly settings: MailSettings;
  },
): Promise<void> {
  const link = await findLink(deps.db, linkId);
  if (link === null || link.usedAt !== null || link.mailedAt !== null) return;
  if (link.expiresAt <= deps.clock.now()) return;
  const facts = {
    linkId,
    email: link.email,
    token: deps.tokens.linkToken(linkId),
    asked: link.asked,
    askedAt: link.createdAt,
    hasCheck: link.checkRequest !== null,
    isNew: !(await hasAccount(deps.db, link.email)),
  };
  await deps.sender.send(linkMail(facts, deps.settings));
  await noteMailed(deps.db, linkId, deps.clock.now());
}
