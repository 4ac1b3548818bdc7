import { once } from 'node:events';
import nodemailer from 'nodemailer';
import { isLoopbackAddress } from '../../kernel/network/loopback.ts';
import type { Mail, MailSender } from '../index.ts';
import { messageOf } from './message.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
  readonly productName: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** How a mail server met a try to sign in to it. */
export type MailServerState =
  | { readonly kind: 'ready' }
  /** It refuses STARTTLS: mails to it would cross networks in the clear. */
  | { readonly kind: 'no TLS' }
  /** For now, or until something is mended: such as ECONNREFUSED, EAUTH, or ESOCKET for a certificate that is not valid. */
  | { readonly kind: 'failed'; readonly code: string };

export interface SmtpSender extends MailSender {
  /** Connects and signs in, without a mail; waits at most `withinMs`. */
  probe(withinMs: number): Promise<MailServerState>;
  close(): void;
}

/**
 * Hands mails to the operator's mail server (RFC 5321), several over one connection. Mails hold links that sign people
 * in: they go over TLS or not at all, except to this very machine.
 */
export function openSmtpSender(settings: SmtpSettings): SmtpSender {
  const { hostname } = new URL(settings.url);
  const transport = nodemailer.createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    requireTLS: !isLoopbackAddress(hostname),
    // A mail is made of our own words only: nothing in it may name a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail: Mail) {
      await transport.sendMail(messageOf(mail, settings));
    },
    async probe(withinMs) {
      const late: MailServerState = { kind: 'failed', code: 'ETIMEDOUT' };
      const waited = AbortSignal.timeout(withinMs);
      const probing = transport.verify().then((): MailServerState => ({ kind: 'ready' }), stateOf);
      return Promise.race([probing, once(waited, 'abort').then(() => late)]);
    },
    close: () => transport.close(),
  };
}

function stateOf(error: unknown): MailServerState {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return code === 'ETLS' ? { kind: 'no TLS' } : { kind: 'failed', code };
}
