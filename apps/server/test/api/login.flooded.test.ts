import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';

const FAR = { host: 'assay.example', 'sec-fetch-site': 'same-origin' };
const ADMIN = 'admin@firm.example';

describe('POST /auth/login, while strangers ask for links to a mailbox', { timeout: 60_000 }, () => {
  const server = useAuthApp({
    settings: { host: '0.0.0.0', publicUrl: 'https://assay.example', trustProxy: 1 },
    adminEmails: [ADMIN],
    limits: { linksPerAddress: 20, linksPerNetwork: 200 },
  });
  let networks = 0;
  const strangerAsks = (email: string, acceptTerms = true) => {
    networks += 1;
    const from = { 'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.1` };
    return server.client(FAR).post('/api/auth/login', { email, acceptTerms }, from);
  };
  const mailsSince = (count: number) => new Set(server.auth.queued.slice(count)).size;
  const linksOf = async (email: string) =>
    (await server.pool.query<{ id: string }>('SELECT id FROM magic_links WHERE email = $1', [email])).rows;
  const newest = async (email: string) => {
    const { rows } = await server.pool.query<{ id: string }>(
      'SELECT id FROM magic_links WHERE email = $1 ORDER BY created_at DESC LIMIT 1',
      [email],
    );
    return server.auth.tokens.linkToken(rows[0]?.id ?? '');
  };
  const confirm = (token: string, who = server.client(FAR)) => who.get(`/api/auth/confirm-link/${token}`);

  it.each([
    ['a person', 'has@firm.example'],
    ['an administrator', ADMIN],
  ])('answers as usual and leaves %s a link that works, all day long', async (_who, email) => {
    expect((await strangerAsks(email)).status).toBe(200);
    const first = await confirm(await newest(email));
    expect(first.status).toBe(200);
    const before = server.auth.queued.length;
    for (let hour = 0; hour < 24; hour += 1) {
      for (let turn = 0; turn < 9; turn += 1) expect((await strangerAsks(email, false)).status).toBe(200);
      server.passTime(3600_000);
    }
    expect(mailsSince(before)).toBeLessThanOrEqual(20);
    for (let turn = 0; turn < 6; turn += 1) await strangerAsks(email, false);
    const owner = server.client(FAR);
    expect((await owner.post('/api/auth/login', { email, acceptTerms: false })).status).toBe(200);
    expect((await confirm(await newest(email), owner)).status).toBe(200);
  });

  it('counts all spellings of a mailbox together, and keeps room for that of the account', async () => {
    expect((await strangerAsks('jdoe@gmail.com')).status).toBe(200);
    expect((await confirm(await newest('jdoe@gmail.com'))).status).toBe(200);
    const before = server.auth.queued.length;
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await strangerAsks(`j.do.e+${turn}@googlemail.com`)).status).toBe(200);
    }
    expect(mailsSince(before)).toBeLessThanOrEqual(5);
    await strangerAsks('jdoe@gmail.com');
    expect((await confirm(await newest('jdoe@gmail.com'))).status).toBe(200);
  });

  it('gives who reads the mailbox a link for the spelling they asked for, though others have used up its mails', async () => {
    const mine = 'jane.doe77@gmail.com';
    const before = server.auth.queued.length;
    for (const tag of ['a', 'b', 'c', 'd', 'e']) await strangerAsks(`janedoe77+${tag}@gmail.com`);
    expect(mailsSince(before)).toBeLessThanOrEqual(5);
    const owner = server.client(FAR);
    const ask = (link: string | null) => owner.post('/api/auth/login', { email: mine, acceptTerms: true, link });
    expect((await ask(null)).status).toBe(200);
    expect(await linksOf(mine), 'strangers used up the mails').toHaveLength(0);
    await strangerAsks('someone.else@firm.example');
    expect((await ask(await newest('someone.else@firm.example'))).status, 'a link of another mailbox').toBe(200);
    expect((await ask('made.up')).status).toBe(200);
    expect(await linksOf(mine)).toHaveLength(0);
    const shown = await newest('janedoe77+c@gmail.com');
    expect((await ask(shown)).status).toBe(200);
    expect(await linksOf(mine)).toHaveLength(1);
    const signedIn = await confirm(await newest(mine), owner);
    expect(signedIn.data['user']).toMatchObject({ email: mine, checks: 1 });
    const others = await server.pool.query("SELECT FROM users WHERE email LIKE 'janedoe77+%'");
    expect(others.rowCount).toBe(0);
    expect(mailsSince(before)).toBeLessThanOrEqual(5 + 2);
  });

  it('keeps no mailbox without a link after its owner signed in by a known browser', async () => {
    const email = 'twice@firm.example';
    const browser = server.unprovenBrowser({ ...FAR, 'x-forwarded-for': '203.0.116.1' });
    await browser.post('/api/auth/login', { email, acceptTerms: true });
    await confirm(await newest(email), browser);
    for (let turn = 0; turn < 6; turn += 1) {
      for (let ask = 0; ask < 6; ask += 1) await strangerAsks(email);
      await browser.post('/api/auth/login', { email, acceptTerms: true });
      expect((await confirm(await newest(email), browser)).status).toBe(200);
      server.passTime(1000);
    }
    await strangerAsks(email);
    const works = await confirm(await newest(email));
    expect(works.status).toBe(200);
  });

  it('holds the limit for simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => strangerAsks('crowd@firm.example')));
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
    expect((await linksOf('crowd@firm.example')).length).toBeLessThanOrEqual(5);
  });

  it('mails a browser that has signed in before, from a network whose limits strangers have used up', async () => {
    const crowded = { 'x-forwarded-for': '203.0.113.7' };
    const browser = server.unprovenBrowser({ ...FAR, ...crowded });
    const email = 'known@firm.example';
    expect((await browser.post('/api/auth/login', { email, acceptTerms: true })).status).toBe(200);
    expect((await confirm(await newest(email), browser)).status).toBe(200);
    let refused = 0;
    for (let turn = 0; turn < 30; turn += 1) {
      const body = { email, acceptTerms: true };
      refused += Number((await server.client(FAR).post('/api/auth/login', body, crowded)).status === 429);
    }
    expect(refused).toBeGreaterThan(5);
    for (let turn = 0; turn < 9; turn += 1) await strangerAsks(email);
    const links = (await linksOf(email)).length;
    await browser.post('/api/auth/logout');
    expect((await browser.post('/api/auth/login', { email, acceptTerms: false })).status).toBe(200);
    expect(await linksOf(email)).toHaveLength(links + 1);
    const other = await browser.post('/api/auth/login', { email: 'other@firm.example', acceptTerms: false });
    expect(other.status, 'to another mailbox it is a stranger').toBe(429);
  });

  it('is answered alike for an address with and without an account', async () => {
    await strangerAsks('member@firm.example');
    await confirm(await newest('member@firm.example'));
    const statuses = async (email: string) => {
      const all = [];
      for (let turn = 0; turn < 8; turn += 1) all.push((await strangerAsks(email)).status);
      return all;
    };
    expect(await statuses('member@firm.example')).toEqual(await statuses('nobody@firm.example'));
  });

  it('starts no check of an earlier request by a link that the same browser asked for again without one', async () => {
    const browser = server.unprovenBrowser({ ...FAR, 'x-forwarded-for': '203.0.114.1' });
    const email = 'again@firm.example';
    const order = { cryptoAssetOrder: { address: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo', ticker: 'BTC' } };
    const body = { email, acceptTerms: true };
    for (let turn = 0; turn < 3; turn += 1) {
      const asked = await browser.post('/api/auth/login', { ...body, ...order });
      expect(asked.status, asked.text).toBe(200);
    }
    expect((await browser.post('/api/auth/login', body)).status).toBe(200);
    const token = await newest(email);
    expect((await browser.get(`/api/auth/confirm-link/${token}/status`)).data).toMatchObject({
      same_browser: true,
      has_check: false,
    });
  });

  it('asks an account with a second factor for it as ever', async () => {
    const email = 'careful@firm.example';
    const browser = server.unprovenBrowser({ ...FAR, 'x-forwarded-for': '203.0.115.1' });
    await browser.post('/api/auth/login', { email, acceptTerms: true });
    await confirm(await newest(email), browser);
    await enrolTotp(server, browser);
    for (let turn = 0; turn < 9; turn += 1) await strangerAsks(email);
    expect((await confirm(await newest(email))).status).toBe(202);
  });
});
