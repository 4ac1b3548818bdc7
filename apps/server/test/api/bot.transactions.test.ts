import { KEYS, PHRASES } from '@assay/testkit/secrets';
import { describe, expect, it } from 'vitest';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { PAID, SIDE, UNRATED } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, checksOf, joinToken, newUser, ownSubOf } from './bot-fixture.ts';

describe('a transaction, for a Telegram user', () => {
  const house = useAuthApp();
  const user = (id = newUser()) => botOf(house.app).user(id);

  /** The id of what a button asks: a check of what the known side received or paid. */
  async function keptOf(id: string, transaction: string, direction: 'deposit' | 'withdrawal'): Promise<string> {
    const found = await user(id).call('POST /bot/users/:user_id/transactions', { body: { transaction } });
    if (found.is !== 'moved') throw new Error(`It is ${found.is}`);
    const side = found.sides.find(({ address }) => address === SIDE);
    return side?.[direction]?.kept ?? 'none';
  }

  it('is what it moved, with an id for each payment, no label of anybody, and nothing spent', async () => {
    const id = newUser();
    const found = await user(id).call('POST /bot/users/:user_id/transactions', {
      body: { transaction: `https://tronscan.org/#/transaction/${PAID}` },
    });
    expect(found).toMatchObject({ is: 'moved', transaction_id: PAID, asset: { ticker: 'USDT', parent: 'TRX' } });
    expect(JSON.stringify(found)).not.toMatch(/label|exchange_licensed|Example Exchange/);
    const kept = await keptOf(id, PAID, 'deposit');
    expect(kept).toMatch(/^[\w-]{22}$/);
    expect(await keptOf(newUser(), PAID, 'deposit')).toBe(kept);
    expect(await keptOf(id, PAID, 'withdrawal')).not.toBe(kept);
    expect(await checksOf(house.pool, await ownSubOf(house.pool, id))).toBe(3);
  });

  it('is rated by the payment that is named, once for one message, and free again within a day', async () => {
    const id = newUser();
    const kept = await keptOf(id, PAID, 'deposit');
    const first = await user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', {
      kept: kept,
      idempotencyKey: '5:1',
    });
    expect(first).toMatchObject({ status: 'done', charged: true, checks: 2, address: SIDE, ticker: 'USDT' });
    if (first.status !== 'done') throw new Error('It is not done');
    const payment = { transaction_id: PAID, direction: 'deposit' };
    expect(first.result).toMatchObject({ riskscore: 5, payment });
    const same = await Promise.all(
      [1, 1, 2].map((n) =>
        user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', { kept, idempotencyKey: `5:${n}` }),
      ),
    );
    expect(same.slice(0, 2).map(({ sub_id }) => sub_id)).toEqual([first.sub_id, first.sub_id]);
    expect(same[2]).toMatchObject({ charged: false, checks: 2 });
    const other = await keptOf(id, PAID, 'withdrawal');
    expect(
      await user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', { kept: other, idempotencyKey: '5:3' }),
    ).toMatchObject({ charged: true, checks: 1 });
    const { items } = await user(id).call('GET /bot/users/:user_id/history');
    expect(items.map((item) => item.payment?.direction)).toEqual(['withdrawal', 'deposit', 'deposit']);
  });

  it('costs nothing where it ends without a rating, and is refused without a check credit', async () => {
    const id = newUser();
    const unrated = await keptOf(id, UNRATED, 'deposit');
    expect(
      await user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', {
        kept: unrated,
        idempotencyKey: '5:1',
      }),
    ).toMatchObject({
      ...{ status: 'done', charged: false, checks: 3, result: { riskscore: 0 } },
    });
    const kept = await keptOf(id, PAID, 'deposit');
    const others = [BTC_CHECK, { address: SIDE, ticker: 'TRX' }, { address: SIDE, ticker: 'USDT', parent: 'TRX' }];
    for (const [index, check] of others.entries())
      await user(id).call('POST /bot/users/:user_id/checks', { body: check, idempotencyKey: `6:${index}` });
    await expect(
      user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', { kept, idempotencyKey: '5:2' }),
    ).rejects.toMatchObject({
      errorName: 'NotEnoughChecks',
    });
  });

  it('names no payment by the id of something else, nor by one that was not kept', async () => {
    const id = newUser();
    const refused = { status: 404, errorName: 'NotFound' };
    await expect(
      user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', {
        kept: 'A'.repeat(22),
        idempotencyKey: '5:1',
      }),
    ).rejects.toMatchObject(refused);
    await expect(
      user(id).call('GET /bot/users/:user_id/transactions/:kept', { kept: 'A'.repeat(22) }),
    ).rejects.toMatchObject(refused);
  });

  it('is refused with the reason, and a secret before anybody is asked', async () => {
    const unknown = await user().call('POST /bot/users/:user_id/transactions', {
      body: {
        transaction: '9f31c2d5e8a746b07c1be2f4d6a8093155c7e9012b3d4f6a8c0e1f2a3b4c5d6e',
      },
    });
    expect(unknown).toMatchObject({ is: 'refused', reason: 'no record' });
    for (const { text, what } of [...KEYS, ...PHRASES].filter((one) => one.text.length <= 512)) {
      const refused = user().call('POST /bot/users/:user_id/transactions', { body: { transaction: text } });
      await expect(refused, what).rejects.toMatchObject({ errorName: 'SecretNotAddress' });
    }
    await expect(
      user().call('POST /bot/users/:user_id/transactions', { body: { transaction: 'no id at all' } }),
    ).rejects.toMatchObject({
      errorName: 'TransactionNotRated',
    });
  });

  it('is neither looked up nor rated for a suspended account', async () => {
    const id = newUser();
    const kept = await keptOf(id, PAID, 'deposit');
    const visitor = await house.signedIn('suspended-payer@example.com');
    await user(id).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });
    await house.pool.query(`UPDATE users SET suspended_at = now() WHERE email = 'suspended-payer@example.com'`);
    const refused = { status: 403, errorName: 'AccountSuspended' };
    await expect(
      user(id).call('POST /bot/users/:user_id/transactions', { body: { transaction: PAID } }),
    ).rejects.toMatchObject(refused);
    await expect(
      user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', { kept, idempotencyKey: '5:1' }),
    ).rejects.toMatchObject(refused);
  });

  it('is in no answer of inline mode: what one payment was rated says nothing of its address', async () => {
    const id = newUser();
    await user(id).call('POST /bot/users/:user_id/transactions/:kept/checks', {
      kept: await keptOf(id, PAID, 'deposit'),
      idempotencyKey: '5:1',
    });
    expect((await user(id).call('GET /bot/users/:user_id/results', { query: { address: SIDE } })).results).toEqual([]);
    await user(id).call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '5:2' });
    expect(
      (await user(id).call('GET /bot/users/:user_id/results', { query: { address: '' } })).results.map(
        ({ ticker }) => ticker,
      ),
    ).toEqual(['BTC']);
  });
});
