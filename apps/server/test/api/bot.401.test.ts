import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_BOT_SECRET, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { testDatabase } from '../support/database.ts';
import { BOT, botOf, callBot, newUser } from './bot-fixture.ts';

/** Every call that the credential guards. */
const CALLS = [
  ['PUT', '/bot/users/77'],
  ['DELETE', '/bot/users/77'],
  ['POST', '/bot/users/77/checks'],
  ['GET', '/bot/users/77/checks/0123456789abcdef0123456789abcdef'],
  ['GET', '/bot/users/77/checks/0123456789abcdef0123456789abcdef/pdf'],
  ['PUT', '/bot/users/77/checks/0123456789abcdef0123456789abcdef/share'],
  ['DELETE', '/bot/users/77/checks/0123456789abcdef0123456789abcdef/share'],
  ['GET', '/bot/users/77/results'],
  ['GET', '/bot/users/77/history'],
  ['POST', '/bot/users/77/payments'],
  ['GET', '/bot/users/77/payments/0123456789abcdef0123456789abcdef'],
  ['POST', '/bot/users/77/join/preview'],
  ['POST', '/bot/users/77/join'],
  ['DELETE', '/bot/users/77/join'],
  ['POST', '/bot/users/77/transactions'],
  ['GET', '/bot/users/77/transactions/0123456789abcdef012345'],
  ['POST', '/bot/users/77/transactions/0123456789abcdef012345/checks'],
  ['POST', '/bot/addresses'],
  ['GET', '/bot/addresses/0123456789abcdef012345'],
] as const;

describe('without the credential of the bot', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const house = useAuthApp({ logger, limits: { botRefusalsPerMinute: 1_000 } });

  it.each(CALLS)('%s %s is refused, with a wrong one and with none', async (method, path) => {
    const wrong = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${TEST_BOT_SECRET}x` },
      { authorization: `Bearer ${TEST_BOT_SECRET.slice(1)}` },
      { authorization: `Basic ${TEST_BOT_SECRET}` },
    ];
    for (const headers of wrong) {
      const answer = await house.app.inject({
        method,
        url: `/api${path}`,
        headers: { host: 'localhost:3000', ...headers },
      });
      expect([answer.statusCode, answer.json().error.errorName]).toEqual([401, 'ServiceCredentialRefused']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('a signed-in user is nobody to these calls', async () => {
    const visitor = await house.signedIn('person@example.com');
    const answer = await visitor.get('/api/bot/users/77/history');
    expect([answer.status, answer.errorName]).toEqual([401, 'ServiceCredentialRefused']);
  });

  it('the credential opens nothing but the bot’s own calls', async () => {
    for (const path of [
      '/auth/me',
      '/monitor/history',
      '/account/data',
      '/payment/receipts',
      '/telegram',
      '/promocode',
    ]) {
      const answer = await callBot(house.app, 'GET', path);
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  it('neither the credential nor a user’s id nor a token is ever logged', async () => {
    const user = newUser();
    await botOf(house.app).user(user).call('PUT /bot/users/:user_id', { body: {} });
    await callBot(house.app, 'POST', `/bot/users/${user}/join`, { token: 'T'.repeat(43) });
    await callBot(house.app, 'GET', `/bot/users/${user}/history`, undefined, {
      authorization: 'Bearer guessed-secret-1',
    });
    const log = lines.join('');
    expect(log).toContain('/api/bot/users/:user_id');
    for (const hidden of [TEST_BOT_SECRET, 'guessed-secret-1', user, 'T'.repeat(43)]) expect(log).not.toContain(hidden);
  });
});

describe('while the credential is being changed', () => {
  const SECRETS = ['n'.repeat(32), 'f'.repeat(40)];
  let close: (() => Promise<void>) | undefined;
  let app: Awaited<ReturnType<typeof testApp>>['app'];

  beforeAll(async () => {
    const database = await testDatabase();
    const plain = await testApp(database.pool);
    const server = await testApp(database.pool, {}, { telegram: { features: plain.telegram, secrets: SECRETS } });
    app = server.app;
    close = async () => {
      await server.close();
      await plain.close();
      await database.drop();
    };
  });
  afterAll(() => close?.());

  it('the new one and the former one are taken, and no third', async () => {
    for (const secret of SECRETS) {
      const answer = await callBot(app, 'PUT', '/bot/users/77', {}, { authorization: `Bearer ${secret}` });
      expect(answer.status).toBe(200);
    }
    expect((await callBot(app, 'PUT', '/bot/users/77', {}, BOT)).status).toBe(401);
  });
});
