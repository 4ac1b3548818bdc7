import { describe, expect, it } from 'vitest';
import { BTC_CHECK, NA_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, joinToken, newUser } from './bot-fixture.ts';

describe('refused with 409', () => {
  const house = useAuthApp();
  const user = (id = newUser()) => botOf(house.app).user(id);

  it('a second chat for one account; the first chat stays joined', async () => {
    const visitor = await house.signedIn('two-chats@example.com');
    const [first, second] = [user(), user()];
    await first.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });

    const again = await visitor.post('/api/telegram/link');
    expect([again.status, again.errorName]).toEqual([409, 'AccountAlreadyJoined']);
    // Two chats use the same link at the same moment.
    await first.call('DELETE /bot/users/:user_id/join');
    const token = await joinToken(visitor);
    const tries = await Promise.allSettled([
      first.call('POST /bot/users/:user_id/join', { body: { token } }),
      second.call('POST /bot/users/:user_id/join', { body: { token } }),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = tries.find((one) => one.status === 'rejected');
    expect(lost?.reason).toMatchObject({ errorName: 'JoinLinkNotValid' });
  });

  it('a second account for one chat; the link stays unused, and the first account stays joined', async () => {
    const [one, other] = [await house.signedIn('first@example.com'), await house.signedIn('second@example.com')];
    const chat = user();
    await chat.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(one) } });
    const token = await joinToken(other);
    const refused = { status: 409, errorName: 'ChatAlreadyJoined' };
    await expect(chat.call('POST /bot/users/:user_id/join/preview', { body: { token } })).rejects.toMatchObject(
      refused,
    );
    await expect(chat.call('POST /bot/users/:user_id/join', { body: { token } })).rejects.toMatchObject(refused);
    expect((await chat.call('PUT /bot/users/:user_id', { body: {} })).joined?.email).toBe('f…@example.com');

    await chat.call('DELETE /bot/users/:user_id/join');
    expect((await chat.call('POST /bot/users/:user_id/join', { body: { token } })).joined?.email).toBe(
      's…@example.com',
    );
  });

  it('a link of an account that was joined to another chat meanwhile', async () => {
    const visitor = await house.signedIn('meanwhile@example.com');
    const [first, second] = [user(), user()];
    const token = await joinToken(visitor);
    const kept = await house.pool.query('SELECT id, token_hash, sub FROM bot_join_links WHERE used_at IS NULL');
    const used = await joinToken(visitor);
    await first.call('POST /bot/users/:user_id/join', { body: { token: used } });
    const row = kept.rows.at(-1) as { id: string; token_hash: Buffer; sub: string };
    await house.pool.query(
      `INSERT INTO bot_join_links (id, token_hash, sub, created_at, expires_at)
       VALUES ($1, $2, $3, now(), now() + interval '10 minutes')`,
      [row.id, row.token_hash, row.sub],
    );
    await expect(second.call('POST /bot/users/:user_id/join', { body: { token } })).rejects.toMatchObject({
      status: 409,
      errorName: 'AccountAlreadyJoined',
    });
  });

  it('an idempotency key of a message that was used for another check', async () => {
    const chat = user();
    await chat.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:1' });
    await expect(
      chat.call('POST /bot/users/:user_id/checks', { body: NA_CHECK, idempotencyKey: '1:1' }),
    ).rejects.toMatchObject({
      status: 409,
      errorName: 'IdempotencyKeyReused',
    });
    // Another chat may use the same key.
    expect(
      await user().call('POST /bot/users/:user_id/checks', { body: NA_CHECK, idempotencyKey: '1:1' }),
    ).toMatchObject({ status: 'done' });
  });

  it('to forget a chat that is under a legal hold; it goes on, and is forgotten after the hold', async () => {
    const id = newUser();
    const chat = user(id);
    await chat.call('PUT /bot/users/:user_id', { body: {} });
    await house.pool.query(
      `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
       SELECT 'hold_000000000000', sub, 'chat', 'A court', 'a', now() - interval '9 days', now() + interval '1 day'
         FROM bot_accounts WHERE telegram_id = $1`,
      [id],
    );
    await expect(chat.call('DELETE /bot/users/:user_id')).rejects.toMatchObject({
      status: 409,
      errorName: 'UnderLegalHold',
    });
    expect((await chat.call('PUT /bot/users/:user_id', { body: {} })).joined).toBeNull();
    await house.pool.query("UPDATE legal_holds SET until = now() - interval '1 s'");
    await chat.call('DELETE /bot/users/:user_id');
    const { rows } = await house.pool.query('SELECT FROM bot_accounts WHERE telegram_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});
