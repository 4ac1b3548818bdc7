import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const FAR = { host: 'assay.example', 'sec-fetch-site': 'same-origin' };

describe('POST /auth/login, answered 429', () => {
  const server = useAuthApp({
    settings: { host: '0.0.0.0', publicUrl: 'https://assay.example', trustProxy: 1 },
    limits: { linksPerAddress: 8, linksPerNetwork: 12 },
  });
  const ask = (email: string, ip: string) =>
    server.client(FAR).post('/api/auth/login', { email, acceptTerms: true }, { 'x-forwarded-for': ip });

  it('sends one mailbox five links in 15 minutes, in any spelling of its address, and returns a time to retry', async () => {
    const spellings = [
      'j.doe@gmail.com',
      'jdoe@gmail.com',
      'J.D.O.E@googlemail.com',
      'jdoe+a@gmail.com',
      'jdoe+b@gmail.com',
    ];
    for (const [index, email] of spellings.entries()) {
      expect((await ask(email, `192.0.${index}.1`)).status, email).toBe(200);
    }
    const refused = await ask('jdoe+c@gmail.com', '192.0.200.1');
    expect(refused).toMatchObject({ status: 429, errorName: 'TooManyRequests' });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(880);
    expect(seconds).toBeLessThanOrEqual(900);
    server.passTime((seconds + 1) * 1000);
    expect((await ask('jdoe@gmail.com', '192.0.201.1')).status).toBe(200);
  });

  it('applies the limit of a mailbox to simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) => ask('crowd@firm.example', `198.18.${index}.1`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

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
    for (const email of [member, 'never.seen@firm.example']) {
      const refused = await ask(email, from(9));
      expect(refused).toMatchObject({ status: 429, errorName: 'TooManyRequests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.setCookie).toEqual([]);
    }
    expect((await ask(`wants.in${net.slice(-2)}@firm.example`, from(9), true)).status, 'with accepted terms').toBe(200);
  });

  it('are limited to five for one mailbox, from any network, in any spelling, with and without an account', async () => {
    await register('box@firm.example', '198.51.100.1');
    server.passTime(16 * 60_000);
    const statuses = async (name: string, net: number) => {
      const all = [];
      for (let turn = 0; turn < 7; turn += 1) {
        all.push((await ask(`${name}+${turn}@firm.example`, `10.${net}.${turn}.1`)).status);
      }
      return all;
    };
    expect(await statuses('nobox', 1)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    const known = [];
    for (let turn = 0; turn < 7; turn += 1) known.push((await ask('box@firm.example', `10.2.${turn}.1`)).status);
    expect(known).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});
