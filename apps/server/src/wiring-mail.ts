import path from 'node:path';
import { openOutbox } from './adapters/mail/outbox-sender.ts';
import { openSmtpSender } from './adapters/mail/smtp-sender.ts';
import type { Config } from './config.ts';
import type { Pool } from './db/index.ts';
import {
  type AuthLog,
  LINK_MAIL_QUEUE,
  type LinkMailJob,
  type QueueLinkMail,
  sendLinkMail,
  type TokenSmith,
} from './features/auth/index.ts';
import type { MailSender, Outbox } from './features/mail/index.ts';
import type { Jobs } from './jobs/jobs.ts';

export interface Post {
  readonly sender: MailSender;
  /** Where mails lie that were not sent; null where they are sent. */
  readonly outbox: Outbox | null;
  close(): void;
}

/** Tries that fit into the life of a link: 5 s, 10 s, 20 s and so on apart, at most 2 minutes. */
const LINK_MAIL_RETRY = { tries: 12, longestWaitSeconds: 120 };
const LINK_MAILS_AT_ONCE = 3;

/** The operator's mail server, or the outbox folder where none is set. */
export function openPost(config: Config, say: (text: string) => void): Post {
  const { smtpUrl, mailFrom } = config.signIn;
  const identity = { from: mailFrom, productName: config.productName };
  if (smtpUrl === null) {
    const outbox = openOutbox({ ...identity, dir: path.join(config.dataDir, 'outbox'), say });
    return { sender: outbox, outbox, close: () => undefined };
  }
  const sender = openSmtpSender({ ...identity, url: smtpUrl });
  return { sender, outbox: null, close: () => sender.close() };
}

/** Sends the mails with links from the queue; returns how to put one there. Comes before the first request. */
export async function workLinkMail(
  jobs: Jobs,
  pool: Pool,
  config: Pick<Config, 'productName' | 'publicUrl' | 'operator'>,
  { tokens, sender, log }: { readonly tokens: TokenSmith; readonly sender: MailSender; readonly log: AuthLog },
): Promise<QueueLinkMail> {
  const { company, supportEmail } = config.operator;
  const settings = {
    productName: config.productName,
    publicUrl: config.publicUrl,
    operator: { company, supportEmail },
  };
  const clock = { now: () => new Date() };
  await jobs.work<LinkMailJob>(
    LINK_MAIL_QUEUE,
    async (job) => {
      try {
        await sendLinkMail(job, { db: pool, clock, tokens, sender, settings });
      } catch (error) {
        // The mail server's own words may quote the address; its code says enough.
        log.error({ code: codeOf(error) }, 'a mail could not be handed to the mail server; it is tried again');
        throw error;
      }
    },
    { atOnce: LINK_MAILS_AT_ONCE },
  );
  return (db, linkId) => {
    const job: LinkMailJob = { linkId };
    return jobs.sendIn(db, LINK_MAIL_QUEUE, linkId, job, LINK_MAIL_RETRY);
  };
}

/** Such as ECONNREFUSED, EAUTH or 451. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('responseCode' in error && typeof error.responseCode === 'number') return String(error.responseCode);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
