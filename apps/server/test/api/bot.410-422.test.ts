import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, joinToken, newUser } from './bot-fixture.ts';

describe('the API reports to a Telegram user', () => {
  const house = useAuthApp();

  it('that a join link has expired, ten minutes after it was created', async () => {
    const visitor = await house.signedIn('late@example.com');
    const answer = await visitor.post('/api/telegram/link');
    const left = Date.parse(String(answer.data['expires_at'])) - Date.now();
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThanOrEqual(600_000);

    const token = await joinToken(visitor);
    await house.pool.query(`UPDATE bot_join_links SET expires_at = now() - interval '1 second'`);
    const user = botOf(house.app).user(newUser());
    const refused = { status: 410, errorName: 'JoinLinkExpired' };
    await expect(user.call('POST /bot/users/:user_id/join/preview', { body: { token } })).rejects.toMatchObject(
      refused,
    );
    await expect(user.call('POST /bot/users/:user_id/join', { body: { token } })).rejects.toMatchObject(refused);
  });

  it('that an address is invalid, and that an asset is not listed', async () => {
    const user = botOf(house.app).user(newUser());
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb';
    await expect(
      user.call('POST /bot/users/:user_id/checks', { body: { address, ticker: 'BTC' }, idempotencyKey: '1:1' }),
    ).rejects.toMatchObject({
      status: 422,
      errorName: 'InvalidAddress',
    });
    await expect(
      user.call('POST /bot/users/:user_id/checks', { body: { address, ticker: 'NOPE' }, idempotencyKey: '1:2' }),
    ).rejects.toMatchObject({
      status: 422,
      errorName: 'UnknownAsset',
    });
    await expect(
      botOf(house.app).call('POST /bot/addresses', { body: { address: 'no address at all' } }),
    ).rejects.toMatchObject({
      errorName: 'InvalidAddress',
    });
    expect((await user.call('PUT /bot/users/:user_id', { body: {} })).checks).toBe(3);
  });
});
