import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A mail as the server got it. */
export interface ReceivedMail extends Email {
  /** RCPT TO of the envelope. */
  readonly recipients: readonly string[];
  /** Who signed in to the mail server, null when nobody did. */
  readonly user: string | null;
  readonly raw: string;
}

export interface MailServer {
  /** smtp://… with a name and a password. */
  readonly url: string;
  /** In the order they came. */
  readonly received: readonly ReceivedMail[];
  /** How often somebody tried to hand a mail over, refused tries included. */
  readonly tries: () => number;
  /** Refuses the next `count` mails for now (451), as a busy server does. */
  refuse(count: number): void;
  close(): Promise<void>;
}

/**
 * A real SMTP server (RFC 5321, with PLAIN and LOGIN) on a free port of this machine that keeps what it gets; for tests. It
 * offers STARTTLS where it is given a certificate.
 *
 * @example
 * const mail = await startMailServer();
 * // … something sends to mail.url …
 * expect(mail.received[0]?.subject).toBe('Log in to Assay');
 * await mail.close();
 */
export async function startMailServer(tls?: { readonly key: string; readonly cert: string }): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let tries = 0;
  let refusals = 0;

  async function keep(stream: Readable, session: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream);
    tries += 1;
    if (refusals > 0) {
      refusals -= 1;
      throw Object.assign(new Error('Try again later'), { responseCode: 451 });
    }
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const mail = await PostalMime.parse(raw);
    received.push({ ...mail, recipients, user: session.user ?? null, raw: raw.toString() });
  }

  const server = new SMTPServer({
    ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : tls),
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'assay' && password === 'p@ss word') done(null, { user: username });
      else done(new Error('535 Wrong name or password'));
    },
    onData: (stream, session, done) => {
      void answer(keep(stream, session), done);
    },
  });
  // A client that breaks off is no failure of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://assay:${encodeURIComponent('p@ss word')}@127.0.0.1:${port}`,
    received,
    tries: () => tries,
    refuse: (count) => {
      refusals = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

async function answer(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await work;
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
