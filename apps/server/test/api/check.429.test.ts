import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceWith,
  NA_CHECK,
  postCheck,
  type TestApp,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { pausedWalks } from '../../src/modules/checks/checks/test/paused-walks.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('answered 429', () => {
  let database: TestDatabase;
  let server: TestApp;

  beforeAll(async () => {
    database = await testDatabase();
    server = await testApp(
      database.pool,
      {},
      { limits: { checksPerMinute: 2, readsPerMinute: 2, pagesPerMinute: 2, unknownPerMinute: 2 } },
    );
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it('limits checks, free ones too, and says when to come back', async () => {
    await postCheck(server.app);
    await postCheck(server.app);
    const { status, headers, body } = await postCheck(server.app);
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ errorName: 'TooManyRequests' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each(['/api/wallet/suggest?address=bc1', '/api/monitor/check/0', '/', '/api/nothing'])(
    'limits %s',
    async (url) => {
      const from = { url, remoteAddress: '203.0.113.9' };
      await server.app.inject(from);
      await server.app.inject(from);
      expect((await server.app.inject(from)).statusCode).toBe(429);
      expect((await server.app.inject({ url, remoteAddress: '203.0.113.10' })).statusCode).not.toBe(429);
    },
  );

  it('limits the unfinished checks of one account, says what to do and when to come back, and spends nothing', async () => {
    const { engine, letGo } = pausedWalks();
    const busy = await testApp(database.pool, { engine, answerWithinMs: 1, balance: balanceWith(1) });
    try {
      const first = await postCheck(busy.app);
      expect(first.status).toBe(202);
      const { status, headers, body } = await postCheck(busy.app, NA_CHECK);
      expect(status).toBe(429);
      expect(body.error).toMatchObject({
        errorName: 'TooManyChecks',
        message: 'Too many of your checks are still running. Wait until one is finished, or cancel one, and try again.',
      });
      expect(headers['retry-after']).toBe('15');
      expect((await postCheck(busy.app)).body.data).toEqual(first.body.data);
    } finally {
      letGo();
      await busy.close();
    }
  });

  it('counts an IPv6 network as one caller', async () => {
    const ask = (remoteAddress: string) => server.app.inject({ url: '/api/nothing', remoteAddress });
    await ask('2001:db8:1:2::1');
    await ask('2001:db8:1:2::2');
    expect((await ask('2001:db8:1:2:ffff::3')).statusCode).toBe(429);
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(404);
  });

  it('never believes a forwarded address without a proxy that is trusted', async () => {
    const ask = (spoofed: string) =>
      server.app.inject({
        url: '/api/nothing',
        remoteAddress: '203.0.113.50',
        headers: { 'x-forwarded-for': spoofed },
      });
    await ask('198.51.100.1');
    await ask('198.51.100.2');
    expect((await ask('198.51.100.3')).statusCode).toBe(429);
  });
});
