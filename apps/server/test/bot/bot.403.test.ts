import { describe, expect, it } from 'vitest';
import { restoreTelegramUser, suspendTelegramUser } from '../../src/features/bot-accounts/index.ts';
import { BTC_CHECK, NA_CHECK, TRON_ADDRESS } from '../../src/features/checks/test/check-fixture.ts';
import { useAuthApp } from '../auth-app.ts';
import { botOf, checksOf, joinToken, newUser, ownSubOf, subOf } from './bot-fixture.ts';

describe('a Telegram user may not', () => {
  const house = useAuthApp();

  it('check without a check left, and is told what it has', async () => {
    const id = newUser();
    const user = botOf(house.app).user(id);
    const different = [
      BTC_CHECK,
      { address: TRON_ADDRESS, ticker: 'TRX' },
      { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' },
    ];
    for (const [place, check] of different.entries()) await user.check(check, { idempotencyKey: `1:${place}` });
    await expect(user.check(NA_CHECK, { idempotencyKey: '1:9' })).rejects.toMatchObject({
      status: 403,
      errorName: 'NotEnoughChecks',
    });
    expect(await user.open()).toMatchObject({ checks: 0 });
    // What was paid for stays free for a day.
    expect(await user.check(BTC_CHECK, { idempotencyKey: '1:10' })).toMatchObject({ charged: false, status: 'done' });
  });

  it('check or buy while the account it is joined to is suspended, and spends nothing of its own either', async () => {
    const id = newUser();
    const user = botOf(house.app).user(id);
    const visitor = await house.signedIn('suspended@example.com');
    await user.join(await joinToken(visitor));
    await house.pool.query(`UPDATE users SET suspended_at = now() WHERE email = 'suspended@example.com'`);
    expect(await user.open()).toMatchObject({ is_suspended: true, suspended_reason: null });
    const refused = { status: 403, errorName: 'AccountSuspended' };
    await expect(user.check(BTC_CHECK, { idempotencyKey: '1:11' })).rejects.toMatchObject(refused);
    const order = { payment_type: 'stripe', checks_number: 10 } as const;
    await expect(user.openPayment(order)).rejects.toMatchObject(refused);
    expect(await checksOf(house.pool, await ownSubOf(house.pool, id))).toBe(3);
    expect(await checksOf(house.pool, await subOf(house.pool, 'suspended@example.com'))).toBe(1);
  });

  it('check or buy while suspended itself, joined or alone or forgotten; its account on the site may', async () => {
    const id = newUser();
    const user = botOf(house.app).user(id);
    const visitor = await house.signedIn('beside@example.com');
    // Nobody has written under this id yet.
    await suspendTelegramUser(house.pool, id, 'Abuse', new Date());
    expect(await user.open()).toMatchObject({ is_suspended: true, suspended_reason: 'Abuse', checks: 3 });
    const refused = { status: 403, errorName: 'AccountSuspended' };
    await expect(user.check(BTC_CHECK, { idempotencyKey: '1:12' })).rejects.toMatchObject(refused);
    await user.join(await joinToken(visitor));
    await expect(user.check(BTC_CHECK, { idempotencyKey: '1:13' })).rejects.toMatchObject(refused);
    await expect(user.openPayment({ payment_type: 'stripe', checks_number: 10 })).rejects.toMatchObject(refused);
    expect((await visitor.post('/api/monitor/check', BTC_CHECK)).status).toBe(200);
    await user.forget();
    expect(await user.open()).toMatchObject({ is_suspended: true, joined: null });

    await restoreTelegramUser(house.pool, id);
    expect(await user.open()).toMatchObject({ is_suspended: false, suspended_reason: null });
    await user.join(await joinToken(visitor));
    expect(await user.check(BTC_CHECK, { idempotencyKey: '1:14' })).toMatchObject({ status: 'done' });
  });

  it('be joined by another site’s page', async () => {
    const visitor = await house.signedIn('csrf@example.com');
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const made = await visitor.post('/api/telegram/link', undefined, headers);
      expect([made.status, made.errorName]).toEqual([403, 'CrossSiteRequest']);
      const parted = await visitor.delete('/api/telegram/link', headers);
      expect([parted.status, parted.errorName]).toEqual([403, 'CrossSiteRequest']);
    }
  });
});
