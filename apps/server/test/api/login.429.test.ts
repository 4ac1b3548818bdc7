import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const FAR = { host: 'assay.example', 'sec-fetch-site': 'same-origin' };

describe('POST /auth/login, answered 429', () => {
  const server = useAuthApp({
    settings: { host: '0.0.0.0', publicUrl: 'https://assay.example', trustProxy: 1 },
    limits: { linksPerAddress: 8, linksPerNetwork: 12, linksPerKnownBrowser: 9 },
  });
  const ask = (email: string, ip: string) =>
    server.client(FAR).post('/api/auth/login', { email, acceptTerms: true }, { 'x-forwarded-for': ip });

  it('limits one address, then its network', async () => {
    const fromOne = [];
    for (let turn = 0; turn < 9; turn += 1) fromOne.push((await ask(`a${turn}@firm.example`, '203.0.113.7')).status);
    expect(fromOne).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    const fromAround = [];
    for (let turn = 0; turn < 6; turn += 1) {
      fromAround.push(await ask(`b${turn}@firm.example`, `203.0.113.${100 + turn}`));
    }
    expect(fromAround.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(Number(fromAround[5]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('c@firm.example', '203.0.114.1')).status).toBe(200);
  });

  it('counts requests for a mailbox in the same way with and without an account', async () => {
    const statuses = async (email: string, net: number) => {
      const all = [];
      for (let turn = 0; turn < 6; turn += 1) all.push((await ask(email, `100.64.${net}.${turn}`)).status);
      return all;
    };
    const link = await ask('has@firm.example', '100.64.9.9');
    expect(link.status).toBe(200);
    await server.client(FAR).get(`/api/auth/confirm-link/${server.auth.lastToken()}`);
    server.passTime(16 * 60_000);
    expect(await statuses('has@firm.example', 1)).toEqual(await statuses('hasnot@firm.example', 2));
  });

  it('limits a browser that signed in to the mailbox before, whatever addresses it comes from', async () => {
    const browser = server.unprovenBrowser({ ...FAR, 'x-forwarded-for': '100.65.0.1' });
    const email = 'known@firm.example';
    expect((await browser.post('/api/auth/login', { email, acceptTerms: true })).status).toBe(200);
    expect((await browser.get(`/api/auth/confirm-link/${server.auth.lastToken()}`)).status).toBe(200);
    const answers = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const from = { 'x-forwarded-for': `100.66.${turn}.1` };
      answers.push(await browser.post('/api/auth/login', { email, acceptTerms: false }, from));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
    expect(Number(answers[9]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(email, '100.67.0.1')).status, 'somebody else').toBe(200);
  });
});

describe('requests for links without accepted terms, which reveal whether an account exists', () => {
  const server = useAuthApp({
    settings: { host: '0.0.0.0', publicUrl: 'https://assay.example', trustProxy: 1 },
    limits: { linksPerAddress: 100, linksPerNetwork: 100, unacceptedPerNetwork: 6, unacceptedPerNetworkDay: 100 },
  });
  const ask = async (email: string, ip: string, acceptTerms = false) => {
    const body = { email, acceptTerms };
    return server.client(FAR).post('/api/auth/login', body, { 'x-forwarded-for': ip });
  };
  async function register(email: string, ip: string): Promise<void> {
    expect((await ask(email, ip, true)).status).toBe(200);
    await server.client(FAR).get(`/api/auth/confirm-link/${server.auth.lastToken()}`);
  }

  it.each([
    ['a /24', (turn: number) => `203.0.113.${turn}`],
    ['a /48', (turn: number) => `2001:db8:7:${turn}::1`],
  ])('are limited to a few mailboxes for the whole of %s, with and without an account', async (net, from) => {
    const member = `member${net.length}${net.slice(-2)}@firm.example`;
    await register(member, from(1));
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1)
      statuses.push((await ask(`guess${turn}@${net.slice(3)}.example`, from(turn))).status);
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 400));
    const mails = server.auth.queued.length;
    for (const email of [member, 'never.seen@firm.example']) {
      const refused = await ask(email, from(9));
      expect(refused).toMatchObject({ status: 400, errorName: 'TermsNotAccepted' });
      expect(refused.setCookie).toEqual([]);
    }
    expect(server.auth.queued).toHaveLength(mails);
    for (const email of [member, `wants.in${net.slice(-2)}@firm.example`]) {
      expect((await ask(email, from(9), true)).status, 'with accepted terms').toBe(200);
    }
  });
});
