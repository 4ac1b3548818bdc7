import { describe, expect, it } from 'vitest';
import { NA_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { wireUncharged } from '../../src/modules/money/open/given.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram } from '../support/batches.ts';
import { botOf, newUser } from './bot-fixture.ts';

const TEXT =
  /^You have had 2 answers without a charge today\. The next check is possible at \d{4}-\d\d-\d\d 00:00 UTC, or once you have bought more checks\.$/;
const DAY_SECONDS = 86_400;

describe('one check more than a day has answers without a charge', () => {
  const server = useAuthApp({ uncharged: wireUncharged(2) });

  function expectUntilTomorrow(retryAfter: unknown): void {
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(DAY_SECONDS);
  }

  it('is refused on the site in words, with the time of the next one', async () => {
    const who = await server.signedIn('site@firm.example');
    for (let n = 0; n < 2; n += 1) expect((await who.post('/api/monitor/check', NA_CHECK)).status).toBe(200);
    const refused = await who.post('/api/monitor/check', NA_CHECK);
    expect([refused.status, refused.errorName]).toEqual([429, 'UnchargedLimitReached']);
    expect(refused.error['message']).toMatch(TEXT);
    expectUntilTomorrow(refused.headers['retry-after']);
  });

  it('is refused by the API as uncharged_limit_reached', async () => {
    const { call } = await batchProgram(server, 1);
    const subject = { address: NA_CHECK.address, asset: 'BTC' };
    for (let n = 0; n < 2; n += 1) expect((await call('POST', '/checks', subject)).body['charged']).toBe(false);
    const refused = await call('POST', '/checks', subject);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { status: 429, code: 'uncharged_limit_reached', title: 'No more answers without a charge today' },
    ]);
    expect(refused.body['detail']).toMatch(TEXT);
    expectUntilTomorrow(refused.headers['retry-after']);
  });

  it('is refused to the bot by the name for which it has a text', async () => {
    const user = botOf(server.app).user(newUser());
    await user.call('POST /bot/users/:user_id/checks', { body: NA_CHECK, idempotencyKey: '77:1' });
    await user.call('POST /bot/users/:user_id/checks', { body: NA_CHECK, idempotencyKey: '77:2' });
    await expect(
      user.call('POST /bot/users/:user_id/checks', { body: NA_CHECK, idempotencyKey: '77:3' }),
    ).rejects.toMatchObject({
      errorName: 'UnchargedLimitReached',
      message: expect.stringMatching(TEXT),
    });
  });
});
