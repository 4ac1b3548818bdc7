import path from 'node:path';
import { type Config, ConfigError } from '../../config/config.ts';
import type { Log } from '../../kernel/log.ts';
import type { MailSender, Outbox } from '../index.ts';
import { openOutbox } from './outbox-sender.ts';

export interface Mailer {
  readonly sender: MailSender;
  /** Folder of mails that were not sent; null if they are sent. */
  readonly outbox: Outbox | null;
  close(): void;
}

const WITHOUT_TLS =
  'SMTP_URL must name a mail server with TLS: this one refuses STARTTLS, and links to sign in would cross the network in the clear. Use smtps://, or a server with STARTTLS.';

/** Longest time that a start waits for the mail server. */
const MAIL_SERVER_ANSWERS_WITHIN_MS = 5_000;

/**
 * The operator's mail server, or the outbox folder if none is set. A mail server that does not answer is logged
 * and does not stop the start: mails wait in the queue.
 *
 * @throws ConfigError where the mail server is elsewhere and offers no TLS
 */
export async function openMailer(
  config: Pick<Config, 'signIn' | 'productName' | 'dataDir'>,
  { out, log }: { readonly out: (text: string) => void; readonly log: Pick<Log, 'warn'> },
): Promise<Mailer> {
  const { smtpUrl, mailFrom } = config.signIn;
  const identity = { from: mailFrom, productName: config.productName };
  if (smtpUrl === null) {
    const outbox = openOutbox({ ...identity, dir: path.join(config.dataDir, 'outbox'), out });
    return { sender: outbox, outbox, close: () => undefined };
  }
  const { openSmtpSender } = await import('./smtp-sender.ts');
  const sender = openSmtpSender({ ...identity, url: smtpUrl });
  const state = await sender.probe(MAIL_SERVER_ANSWERS_WITHIN_MS);
  if (state.kind === 'no TLS') {
    sender.close();
    throw new ConfigError(WITHOUT_TLS);
  }
  if (state.kind === 'failed') log.warn({ code: state.code }, 'the mail server cannot be used now; mails wait for it');
  return { sender, outbox: null, close: () => sender.close() };
}
