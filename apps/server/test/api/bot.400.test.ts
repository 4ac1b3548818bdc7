import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, callBot, joinToken, newUser } from './bot-fixture.ts';

const TOKEN = 'A'.repeat(42).concat('_');

describe('a call of the bot that is not right is refused', () => {
  const house = useAuthApp();
  const CHECK = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC' };

  it.each(['0', '-1', '007', '1.5', 'me', '12345678901234567', '%00', '1%2F2'])(
    'for %j, which is no Telegram user id',
    async (id) => {
      const answer = await callBot(house.app, 'PUT', `/bot/users/${id}`, {});
      expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
      const made = await house.pool.query('SELECT FROM bot_accounts');
      expect(made.rowCount).toBe(0);
    },
  );

  it('for a check without a key, or with one that no header may have', async () => {
    const path = '/bot/users/77/checks';
    for (const headers of [{}, { 'idempotency-key': '' }, { 'idempotency-key': 'x'.repeat(101) }]) {
      const answer = await callBot(house.app, 'POST', path, CHECK, headers);
      expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
    }
  });

  it.each([
    ['a language the bot does not speak', 'PUT', '/bot/users/77', { language: 'tlh' }],
    ['a check of nothing', 'POST', '/bot/users/77/checks', {}],
    ['half a token', 'POST', '/bot/users/77/join', { token: TOKEN.slice(1) }],
    ['a token with other characters', 'POST', '/bot/users/77/join/preview', { token: `${TOKEN.slice(1)}.` }],
    ['too few checks to buy', 'POST', '/bot/users/77/payments', { payment_type: 'stripe', checks_number: 9 }],
    ['another provider', 'POST', '/bot/users/77/payments', { payment_type: 'cash', checks_number: 10 }],
    ['an empty transaction', 'POST', '/bot/users/77/transactions', { transaction: ' ' }],
    ['an id of no kept payment', 'POST', '/bot/users/77/transactions/short/checks', {}],
    ['an empty address', 'POST', '/bot/addresses', { address: ' ' }],
    ['a page before the first', 'GET', '/bot/users/77/history?page=0', undefined],
    ['a page that is too large', 'GET', '/bot/users/77/history?offset=51', undefined],
    ['an id of no kept address', 'GET', '/bot/addresses/short', undefined],
  ] as const)('for %s', async (_what, method, path, body) => {
    const answer = await callBot(house.app, method, path, body, { 'idempotency-key': 'k' });
    expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
  });

  it('for a join link that is made up, was used, or was followed by another', async () => {
    const user = botOf(house.app).user(newUser());
    await expect(user.call('POST /bot/users/:user_id/join', { body: { token: TOKEN } })).rejects.toMatchObject({
      status: 400,
      errorName: 'JoinLinkNotValid',
    });
    await expect(user.call('POST /bot/users/:user_id/join/preview', { body: { token: TOKEN } })).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });

    const visitor = await house.signedIn('links@example.com');
    const replaced = await joinToken(visitor);
    const token = await joinToken(visitor);
    await expect(user.call('POST /bot/users/:user_id/join', { body: { token: replaced } })).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });
    // The half that names the row is right, the rest is not.
    const forged = `${token.slice(0, 22)}${'A'.repeat(21)}`;
    await expect(user.call('POST /bot/users/:user_id/join', { body: { token: forged } })).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });
    await user.call('POST /bot/users/:user_id/join', { body: { token } });
    await user.call('DELETE /bot/users/:user_id/join');
    await expect(user.call('POST /bot/users/:user_id/join', { body: { token } })).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });
    await expect(
      botOf(house.app).user(newUser()).call('POST /bot/users/:user_id/join', { body: { token } }),
    ).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });
  });
});
