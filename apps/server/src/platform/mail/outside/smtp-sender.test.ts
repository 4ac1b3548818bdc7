import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { type MailServer, startMailServer } from '@assay/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { faultLog } from '../../../../test/support/fault-log.ts';
import { readConfig } from '../../config/config.ts';
import { openMailer } from './open-mailer.ts';
import { openSmtpSender } from './smtp-sender.ts';

const MAIL = { to: 'a@firm.example', subject: 'Log in', text: 'a', html: '<p>a</p>', key: 'k', link: null };
const WITHIN_MS = 20_000;
const opened: MailServer[] = [];
afterAll(async () => {
  for (const server of opened) await server.close();
});

async function mailServer(tls?: { key: string; cert: string }): Promise<MailServer> {
  const server = await startMailServer(tls);
  opened.push(server);
  return server;
}

/** The same server by an address that is no loopback address, though it leads to this machine. */
const elsewhere = ({ url }: MailServer) => url.replace('127.0.0.1', '0.0.0.0');

const senderTo = (url: string) => openSmtpSender({ url, from: 'links@firm.example', productName: 'Assay' });

async function certificateFor(address: string): Promise<{ key: string; cert: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-smtp-'));
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')];
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=mail -addext subjectAltName=IP:${address}`;
  await promisify(execFile)('openssl', [...words.split(' '), '-keyout', key, '-out', cert]);
  const made = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(dir, { recursive: true });
  return made;
}

describe('a mail server elsewhere', () => {
  it('without STARTTLS gets no mail, and the server does not start with it', async () => {
    const server = await mailServer();
    const sender = senderTo(elsewhere(server));
    expect(await sender.probe(WITHIN_MS)).toEqual({ kind: 'no TLS' });
    await expect(sender.send(MAIL)).rejects.toMatchObject({ code: 'ETLS' });
    sender.close();
    expect(server.received).toEqual([]);
    // Also without a password, which used to go in the clear.
    const open = elsewhere(server).replace(/\/\/.*@/, '//');
    const config = readConfig({ SMTP_URL: open, MAIL_FROM: 'links@firm.example' });
    await expect(openMailer(config, { out: () => undefined, log: faultLog() })).rejects.toThrow(
      'SMTP_URL must name a mail server with TLS',
    );
  });

  it('with STARTTLS gets mails over it, once its certificate is trusted', async () => {
    const certificate = await certificateFor('0.0.0.0');
    const server = await mailServer(certificate);
    const trusted = getCACertificates();
    const stranger = senderTo(elsewhere(server));
    expect(await stranger.probe(WITHIN_MS)).not.toEqual({ kind: 'ready' });
    stranger.close();
    setDefaultCACertificates([...trusted, certificate.cert]);
    try {
      const sender = senderTo(elsewhere(server));
      expect(await sender.probe(WITHIN_MS)).toEqual({ kind: 'ready' });
      await sender.send(MAIL);
      sender.close();
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(server.received.map(({ user, subject }) => ({ user, subject }))).toEqual([
      { user: 'assay', subject: 'Log in' },
    ]);
  });

  it('that is out of order is logged, and no reason not to start', async () => {
    const server = await mailServer();
    const { url } = server;
    await server.close();
    opened.pop();
    const log = faultLog();
    const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'links@firm.example' });
    const post = await openMailer(config, { out: (text) => expect.fail(text), log });
    post.close();
    expect(log.faults).toEqual([
      {
        facts: { code: expect.stringMatching(/^E\w+$/) },
        message: 'the mail server cannot be used now; mails wait for it',
      },
    ]);
  });
});

describe('a mail server on this machine', () => {
  it('may do without TLS', async () => {
    const server = await mailServer();
    const sender = senderTo(server.url);
    expect(await sender.probe(WITHIN_MS)).toEqual({ kind: 'ready' });
    await sender.send(MAIL);
    sender.close();
    expect(server.received).toHaveLength(1);
  });
});
