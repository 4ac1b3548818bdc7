import { describe, expect, it } from 'vitest';
import { type NamedPerson, restorePerson, suspendPerson } from '../../src/modules/accounts/index.ts';
import { BTC_CHECK, NA_CHECK, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { TEST_MAILBOX_HASH } from '../support/auth.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, checksOf, joinToken, newUser, ownSubOf, subOf } from './bot-fixture.ts';

describe('a Telegram user may not', () => {
  const house = useAuthApp({ limits: { joinLinksPerMinute: 100 } });

  it('check without a check credit, and can read its balance', async () => {
    const id = newUser();
    const user = botOf(house.app).user(id);
    const different = [
      BTC_CHECK,
      { address: TRON_ADDRESS, ticker: 'TRX' },
      { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' },
    ];
    for (const [index, check] of different.entries())
      await user.call('POST /bot/users/:user_id/checks', { body: check, idempotencyKey: `1:${index}` });
    await expect(
      user.call('POST /bot/users/:user_id/checks', { body: NA_CHECK, idempotencyKey: '1:9' }),
    ).rejects.toMatchObject({
      status: 403,
      errorName: 'NotEnoughChecks',
    });
    expect(await user.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({ checks: 0 });
    // A repeat of a charged check is free for a day.
    expect(
      await user.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:10' }),
    ).toMatchObject({ charged: false, status: 'done' });
  });

  it('check or buy while the account it is joined to is suspended; its own balance is not charged either', async () => {
    const id = newUser();
    const user = botOf(house.app).user(id);
    const visitor = await house.signedIn('suspended@example.com');
    await user.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });
    await house.pool.query(`UPDATE users SET suspended_at = now() WHERE email = 'suspended@example.com'`);
    expect(await user.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({
      is_suspended: true,
      suspended_reason: null,
    });
    const refused = { status: 403, errorName: 'AccountSuspended' };
    await expect(
      user.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:11' }),
    ).rejects.toMatchObject(refused);
    const order = { payment_type: 'stripe', checks_number: 10 } as const;
    await expect(user.call('POST /bot/users/:user_id/payments', { body: order })).rejects.toMatchObject(refused);
    expect(await checksOf(house.pool, await ownSubOf(house.pool, id))).toBe(3);
    expect(await checksOf(house.pool, await subOf(house.pool, 'suspended@example.com'))).toBe(1);
  });

  it('check or buy while suspended itself, not joined or deleted, or join an account meanwhile', async () => {
    const id = newUser();
    const user = botOf(house.app).user(id);
    const visitor = await house.signedIn('beside@example.com');
    // No message was received from this id yet.
    await suspendPerson(house.pool, { by: 'telegram', telegramId: id }, { reason: 'Abuse', now: new Date() });
    expect(await user.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({
      is_suspended: true,
      suspended_reason: 'Abuse',
      checks: 3,
    });
    const refused = { status: 403, errorName: 'AccountSuspended' };
    await expect(
      user.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:12' }),
    ).rejects.toMatchObject(refused);
    await expect(
      user.call('POST /bot/users/:user_id/payments', { body: { payment_type: 'stripe', checks_number: 10 } }),
    ).rejects.toMatchObject(refused);
    const token = await joinToken(visitor);
    await expect(user.call('POST /bot/users/:user_id/join/preview', { body: { token } })).rejects.toMatchObject(
      refused,
    );
    await expect(user.call('POST /bot/users/:user_id/join', { body: { token } })).rejects.toMatchObject(refused);
    expect((await visitor.post('/api/monitor/check', BTC_CHECK)).status).toBe(200);
    await user.call('DELETE /bot/users/:user_id');
    expect(await user.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({
      is_suspended: true,
      joined: null,
    });

    await restorePerson(house.pool, { by: 'telegram', telegramId: id }, TEST_MAILBOX_HASH);
    expect(await user.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({
      is_suspended: false,
      suspended_reason: null,
    });
    await user.call('POST /bot/users/:user_id/join', { body: { token } });
    expect(
      await user.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:14' }),
    ).toMatchObject({ status: 'done' });
  });

  it.each([
    ['the account', 'part from the site'],
    ['the account', 'part from the chat'],
    ['the account', 'forget the chat'],
    ['the account', 'delete the account'],
    ['the Telegram user', 'part from the site'],
    ['the Telegram user', 'part from the chat'],
    ['the Telegram user', 'delete the account'],
  ] as const)(
    'check after %s was suspended while they were joined: to %s does not end the suspension',
    async (who, way) => {
      const id = newUser();
      const user = botOf(house.app).user(id);
      const email = `joined-${id}@example.com`;
      const visitor = await house.signedIn(email);
      await user.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });
      const person = who === 'the account' ? { by: 'email', email } : { by: 'telegram', telegramId: id };
      await suspendPerson(house.pool, person as NamedPerson, { reason: null, now: new Date() });
      if (way === 'part from the site') expect((await visitor.delete('/api/telegram/link')).status).toBe(200);
      if (way === 'part from the chat') await user.call('DELETE /bot/users/:user_id/join');
      if (way === 'forget the chat') await user.call('DELETE /bot/users/:user_id');
      if (way === 'delete the account') {
        expect((await visitor.post('/api/account/delete', { email })).status).toBe(200);
      }
      const refused = { status: 403, errorName: 'AccountSuspended' };
      await expect(
        user.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:15' }),
      ).rejects.toMatchObject(refused);
      const onSite = way === 'delete the account' ? await house.signedIn(`joined-${id}+again@example.com`) : visitor;
      expect(await onSite.post('/api/monitor/check', BTC_CHECK)).toMatchObject(refused);
      expect(await onSite.post('/api/telegram/link')).toMatchObject(refused);
    },
  );

  it('be joined by a page of another site', async () => {
    const visitor = await house.signedIn('csrf@example.com');
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const made = await visitor.post('/api/telegram/link', undefined, headers);
      expect([made.status, made.errorName]).toEqual([403, 'CrossSiteRequest']);
      const parted = await visitor.delete('/api/telegram/link', headers);
      expect([parted.status, parted.errorName]).toEqual([403, 'CrossSiteRequest']);
    }
  });
});
