import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer } from '@assay/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openedBy, TEST_MAILBOX_HASH, TEST_SECRET } from '../../../test/support/auth.ts';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { faultLog } from '../../../test/support/fault-log.ts';
import { GENEROUS } from '../../../test/support/free-grants.ts';
import { securityLog } from '../../../test/support/security-log.ts';
import { buildTokenSmith, type QueueLinkMail, workLinkMail } from '../../modules/accounts/index.ts';
import { wireAuth } from '../../modules/accounts/open/auth.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { inTransaction } from '../../platform/db/index.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { type Mailer, openMailer } from '../../platform/mail/outside/open-mailer.ts';
import { signUpOf } from './sign-up.ts';

const tokens = buildTokenSmith(TEST_SECRET);
const asked = { device: 'Firefox on Linux', timezone: 'Europe/Tallinn', ip: '203.0.113.9' };

describe('mail over a real SMTP server, from a real queue', () => {
  let database: TestDatabase;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let config: Config;
  let queue: QueueLinkMail;
  const { faults, ...log } = faultLog();
  const open: { jobs: Jobs; post: Mailer }[] = [];

  /** The sending side of a start of the server. */
  async function start(): Promise<void> {
    const jobs = await startJobs(database.url, log, { retryDelaySeconds: 1 });
    const post = await openMailer(config, { out: (text) => expect.fail(text), log });
    open.push({ jobs, post });
    queue = await workLinkMail(jobs, database.pool, config, { tokens, sender: post.sender });
  }
  async function stop(): Promise<void> {
    for (const { jobs, post } of open.splice(0)) {
      await jobs.stop();
      post.close();
    }
  }

  beforeAll(async () => {
    database = await testDatabase();
    server = await startMailServer();
    config = readConfig({
      SMTP_URL: server.url,
      MAIL_FROM: 'links@firm.example',
      PUBLIC_URL: 'https://assay.firm.example',
      SUPPORT_EMAIL: 'help@firm.example',
    });
    await start();
  });
  afterEach(() => {
    faults.length = 0;
  });
  afterAll(async () => {
    await stop();
    await server.close();
    await database.drop();
  });

  function signIn(now = () => new Date()) {
    return wireAuth(
      database.pool,
      { adminEmails: [], domains: { blocked: [], allowed: [] } },
      {
        tokens,
        mailboxHash: TEST_MAILBOX_HASH,
        signUp: signUpOf({
          grants: GENEROUS,
          checks: { runCheck: () => Promise.reject(new Error('no check here')) },
        }),
        queueLinkMail: (db, linkId) => queue(db, linkId),
        notices: { signedIn: async () => undefined },
        log: { warn: () => undefined, error: () => undefined },
        securityEvents: securityLog().events,
        clock: { now },
      },
    ).signIn;
  }
  const ask = (email: string, now?: () => Date) =>
    signIn(now).requestLink({ email, acceptTerms: true, check: null, browserMark: null, knownMark: null, asked });
  const receivedBy = (email: string) => server.received.filter(({ recipients }) => recipients.includes(email));

  async function until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`It did not happen: ${JSON.stringify(faults)}`);
      await sleep(20);
    }
  }

  it('[AUTH-01] arrives with the magic button, the bare link, place and time, as HTML and as plain text', async () => {
    await ask('mara@northledger.example');
    await until(() => receivedBy('mara@northledger.example').length > 0);
    const [mail] = receivedBy('mara@northledger.example');
    expect(mail).toMatchObject({
      subject: 'Welcome to Assay',
      from: { name: 'Assay', address: 'links@firm.example' },
      user: 'assay',
      recipients: ['mara@northledger.example'],
    });
    const link = /https:\/\/assay\.firm\.example\/confirm-link\?link=([\w.-]+)/.exec(mail?.text ?? '');
    const confirmed = await signIn().confirmLink(link?.[1] ?? '', { device: 'A test', browserMark: null });
    const signedIn = openedBy(confirmed);
    expect(signedIn.caller.email).toBe('mara@northledger.example');
    expect(mail?.html).toContain(`<a class="button" href="${link?.[0]}"`);
    expect(mail?.html).toContain(`>${link?.[0]}</a>`);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Firefox on Linux, address 203.0.113.9');
      expect(part).toMatch(/\d\d \w{3,4} \d{4}, \d\d:\d\d \(Europe\/Tallinn\)/);
      expect(part).toContain('help@firm.example');
    }
    expect(mail?.html).toContain('prefers-color-scheme: dark');
    expect(mail?.html).not.toMatch(/<img|<script|src=|url\(/);
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated');
    expect(mail?.text).toContain('Create my account:');
  });

  it('welcomes new accounts only: the next mail is for logging in', async () => {
    const email = 'returning@firm.example';
    await ask(email);
    await until(() => receivedBy(email).length > 0);
    const link = /link=([\w.-]+)/.exec(receivedBy(email)[0]?.text ?? '')?.[1] ?? '';
    await signIn().confirmLink(link, { device: 'A test', browserMark: null });
    await ask(email);
    await until(() => receivedBy(email).length > 1);
    expect(receivedBy(email).map(({ subject }) => subject)).toEqual(['Welcome to Assay', 'Log in to Assay']);
    expect(receivedBy(email)[1]?.text).toContain('Log in:\nhttps://');
  });

  it('is not sent when the transaction that made the link fails', async () => {
    const id = randomBytes(16).toString('hex');
    await expect(
      inTransaction(database.pool, async (tx) => {
        await queue(tx, id);
        throw new Error('something after it failed');
      }),
    ).rejects.toThrow('something after it failed');
    const { rows } = await database.pool.query("SELECT FROM pgboss.job WHERE data->>'linkId' = $1", [id]);
    expect(rows).toHaveLength(0);
  });

  it('is tried again while the mail server refuses it, arrives once, and waits nowhere with its token', async () => {
    const before = server.tries();
    server.refuse(2);
    await ask('patient@firm.example');
    const { rows } = await database.pool.query('SELECT data::text FROM pgboss.job');
    expect(rows.length).toBeGreaterThan(0);
    for (const { data } of rows) expect(data).toMatch(/^\{"linkId": ?"[0-9a-f]{32}"\}$/);
    await until(() => receivedBy('patient@firm.example').length > 0);
    expect(server.tries() - before).toBe(3);
    expect(receivedBy('patient@firm.example')).toHaveLength(1);
    expect(faults.map(({ facts }) => facts)).toEqual(Array(2).fill({ queue: 'link-mail', code: '451' }));
    expect(JSON.stringify(faults)).not.toContain('patient');
  });

  it('is sent once for a job that is queued twice, and is the same message whenever it comes again', async () => {
    await ask('twice@firm.example');
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT id FROM magic_links WHERE email = 'twice@firm.example'",
    );
    const id = rows[0]?.id ?? '';
    await until(() => receivedBy('twice@firm.example').length > 0);
    const done = "SELECT FROM pgboss.job WHERE data->>'linkId' = $1 AND state = 'completed'";
    while ((await database.pool.query(done, [id])).rowCount === 0) await sleep(20);
    // A server may be killed between the mail server's answer and the note of it.
    await database.pool.query('UPDATE magic_links SET mailed_at = NULL WHERE id = $1', [id]);
    await inTransaction(database.pool, async (tx) => {
      await queue(tx, id);
      await queue(tx, id);
    });
    await ask('after@firm.example');
    await until(() => receivedBy('twice@firm.example').length > 1 && receivedBy('after@firm.example').length > 0);
    const ids = receivedBy('twice@firm.example').map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@firm\.example>$/);
  });

  it('is not sent again for a link that is asked for again, unless it was never sent', async () => {
    const email = 'insists@firm.example';
    for (let turn = 0; turn < 8; turn += 1) await ask(email);
    const sent = () => receivedBy(email).length;
    await until(() => sent() === 3);
    const noted = "SELECT FROM magic_links WHERE email = 'insists@firm.example' AND mailed_at IS NOT NULL";
    while ((await database.pool.query(noted)).rowCount !== 3) await sleep(20);
    await ask(email);
    const { rows } = await database.pool.query<{ id: string }>(
      "UPDATE magic_links SET mailed_at = NULL WHERE email = 'insists@firm.example' RETURNING id, created_at",
    );
    expect(rows).toHaveLength(3);
    expect(sent()).toBe(3);
    await ask(email);
    await until(() => sent() === 4);
    expect(new Set(receivedBy(email).map(({ messageId }) => messageId)).size).toBe(3);
  });

  it('is not sent any more once its link has expired', async () => {
    await ask('yesterday@firm.example', () => new Date(Date.now() - 16 * 60_000));
    await ask('today@firm.example');
    await until(() => receivedBy('today@firm.example').length > 0);
    expect(receivedBy('yesterday@firm.example')).toHaveLength(0);
  });

  it('goes out after a restart when the server stopped before it was sent', async () => {
    await stop();
    const jobs = await startJobs(database.url, log);
    queue = (db, linkId) => jobs.sendIn(db, 'link-mail', linkId, { linkId }, { tries: 3, longestWaitSeconds: 5 });
    await ask('later@firm.example');
    await jobs.stop();
    expect(receivedBy('later@firm.example')).toHaveLength(0);
    await start();
    await until(() => receivedBy('later@firm.example').length > 0);
  });
});
