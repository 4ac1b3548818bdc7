import nodemailer from 'nodemailer';
import type { Mail, MailSender } from '../../features/mail/index.ts';
import { isLoopbackAddress } from '../../plugins/loopback.ts';
import { messageOf } from './message.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
  readonly productName: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Hands mails to the operator's mail server (RFC 5321), several over one connection. */
export function openSmtpSender(settings: SmtpSettings): MailSender & { close(): void } {
  const { hostname, username } = new URL(settings.url);
  const transport = nodemailer.createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    // A password goes over TLS or not at all, except to this very machine.
    requireTLS: username !== '' && !isLoopbackAddress(hostname),
    // A mail is made of our own words only: nothing in it may name a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail: Mail) {
      await transport.sendMail(messageOf(mail, settings));
    },
    close: () => transport.close(),
  };
}
