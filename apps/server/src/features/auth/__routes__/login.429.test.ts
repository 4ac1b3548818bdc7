import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../../../test/auth-app.ts';

const FAR = { host: 'assay.example', 'sec-fetch-site': 'same-origin' };

describe('POST /auth/login, answered 429', () => {
  const server = useAuthApp({
    settings: { host: '0.0.0.0', publicUrl: 'https://assay.example', trustProxy: 1 },
    limits: { linksPerAddress: 8, linksPerNetwork: 12 },
  });
  const ask = (email: string, ip: string) =>
    server.client(FAR).post('/api/auth/login', { email, acceptTerms: true }, { 'x-forwarded-for': ip });

  it('gives one mailbox five links in 15 minutes, however its address is written, and says when to come back', async () => {
    const spellings = [
      'j.doe@gmail.com',
      'jdoe@gmail.com',
      'J.D.O.E@googlemail.com',
      'jdoe+a@gmail.com',
      'jdoe+b@gmail.com',
    ];
    for (const [place, email] of spellings.entries()) {
      expect((await ask(email, `192.0.${place}.1`)).status, email).toBe(200);
    }
    const refused = await ask('jdoe+c@gmail.com', '192.0.200.1');
    expect(refused).toMatchObject({ status: 429, errorName: 'TooManyRequests' });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(880);
    expect(seconds).toBeLessThanOrEqual(900);
    server.passTime((seconds + 1) * 1000);
    expect((await ask('jdoe@gmail.com', '192.0.201.1')).status).toBe(200);
  });

  it('lets no two of many requests at once slip past the mailbox’s limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_unused, place) => ask('crowd@firm.example', `198.18.${place}.1`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('limits one address, then the network around it', async () => {
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

  it('counts a mailbox the same whether it has an account or not', async () => {
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
