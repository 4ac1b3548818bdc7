import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { wirePayments } from '../../open/payments.ts';
import { DAY_MS, factsOf, newSub, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfChecks } from './goods.ts';

/** One order's payments are read up to 200 at once. */
const DUST = 205;

describe('an order to whose address more dust was sent than is read at once', () => {
  const current = usePaymentsFixture();

  /** Half of an order is paid, and its dust is named by messages; the provider lists no payments without a login. */
  async function dusted(isFirstByMessage: boolean) {
    const { fixture } = current;
    const errors: object[] = [];
    const facts = factsOf(fixture.stripe, fixture.crypto);
    const { nowpayments } = facts;
    const payments = wirePayments(
      fixture.pool,
      { ...facts, nowpayments: nowpayments === null ? null : { ...nowpayments, login: null } },
      {
        log: { warn: () => undefined, error: (said) => errors.push(said) },
        publicUrl: 'http://localhost:3000',
        clock: { now: () => fixture.now() },
      },
    );
    const sub = newSub();
    const order = await fixture.buyByCrypto(sub, goodsOfChecks(10, DEFAULT_PRICE_LIST));
    const first = fixture.crypto.begin(order.reference ?? '');
    fixture.crypto.moveTo(first, 'partially_paid', '0.004');
    const dust = Array.from({ length: DUST }, () => fixture.crypto.again(first, 'finished', '0.0000001'));
    const named = [...dust.map(({ id }) => id), ...(isFirstByMessage ? [first.id] : [])];
    await fixture.pool.query('INSERT INTO payment_hints (order_id, reference) SELECT $1, unnest($2::text[])', [
      order.id,
      named,
    ]);
    const deliver = async (id: string) => {
      const message = fixture.crypto.messages.findLast((one) => one.id.startsWith(`${id}-`));
      if (message === undefined) throw new Error('The provider reported nothing');
      await payments.receive('nowpayments', Buffer.from(message.body), message.headers());
    };
    return { fixture, payments, errors, sub, order, first, deliver };
  }

  it('is paid by a further payment that a message names', { timeout: 240_000 }, async () => {
    const { fixture, errors, sub, order, first, deliver } = await dusted(false);
    const rest = fixture.crypto.again(first, 'finished', '0.006');
    await deliver(rest.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    expect(errors).toEqual([{ order: order.id, unread: expect.any(Number) }]);
  });

  it('is paid, and paid back, by what no message names once its dust was read', { timeout: 240_000 }, async () => {
    const { fixture, payments, sub, order, first, deliver } = await dusted(true);
    await deliver(first.id);
    fixture.passTime(11 * 60_000);
    await payments.reconcile();
    const rest = fixture.crypto.again(first, 'finished', '0.006');
    fixture.passTime(11 * 60_000);
    await payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    fixture.crypto.moveTo(rest, 'refunded', '0.006');
    fixture.passTime(DAY_MS);
    await payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await payments.order(sub, order.id)).toMatchObject({ status: 'refunded' });
  });
});
