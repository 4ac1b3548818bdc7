import { DEFAULT_PRICE_LIST } from '@assay/domain';
import type { CryptoPayment } from '@assay/stand-ins';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledger } from '../../ledger/ledger.store.ts';
import { wireHeldOrders } from '../../open/payments.ts';
import { goodsOfChecks } from '../plans/goods.ts';
import { DAY_MS, newSub, passPeriod, payOrder, QUIET, usePaymentsFixture } from '../test/payments-fixture.ts';

const BASIC_MONTH = 7;
const TIMEOUT = { timeout: 120_000 };

/** The stand-in asks 0.01 BTC for any order. */
describe('checks that were given for held money', () => {
  const current = usePaymentsFixture();

  const held = () => wireHeldOrders(current.fixture.pool, { log: QUIET, clock: { now: () => current.fixture.now() } });
  const messagesOf = (...payments: readonly CryptoPayment[]) =>
    current.fixture.crypto.messages.filter(({ id }) => payments.some((payment) => id.startsWith(`${payment.id}-`)));
  async function deliver(...payments: readonly CryptoPayment[]) {
    for (const message of messagesOf(...payments)) await current.fixture.deliverCrypto(message);
  }

  /** An order of 10 checks of which half was paid, for which 5 checks were given. */
  async function given() {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyByCrypto(sub, goodsOfChecks(10, DEFAULT_PRICE_LIST));
    const payment = fixture.crypto.begin(order.reference ?? '');
    fixture.crypto.moveTo(payment, 'partially_paid', '0.005');
    await deliver(payment);
    await held().decide(order.id, { what: { checks: 5 }, deposit: null, reason: 'as many as were paid' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 5 });
    return { fixture, sub, order, payment };
  }
  async function revokedFor(orderId: string): Promise<readonly { checks: number; reason: string }[]> {
    const { rows } = await current.fixture.pool.query<{ checks: number; reason: string }>(
      `SELECT checks, reason FROM ledger_entries WHERE kind = 'revoke' AND strpos(reference, $1) > 0`,
      [orderId],
    );
    return rows;
  }
  async function auditOf(sub: string): Promise<readonly string[]> {
    const { rows } = await current.fixture.pool.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE chain = $1 AND action IN ('order.refund', 'order.chargeback') ORDER BY seq`,
      [sub],
    );
    return rows.map(({ action }) => action);
  }

  it('are taken back once when the money is, however often and at once it is reported', TIMEOUT, async () => {
    const { fixture, sub, order, payment } = await given();
    fixture.crypto.moveTo(payment, 'refunded', '0.005');
    await Promise.all([deliver(payment), deliver(payment)]);
    await deliver(payment);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await revokedFor(order.id)).toEqual([{ checks: 5, reason: 'refunded' }]);
    expect(await auditOf(sub)).toEqual(['order.refund']);
    const shown = await held().show(order.id);
    expect(shown.order.held).toEqual([]);
    await expect(held().decide(order.id, { what: { checks: 5 }, deposit: null, reason: 'again' })).resolves.toEqual([]);
  });

  it('are owed as far as they were spent, and the next purchase settles that first', TIMEOUT, async () => {
    const { fixture, sub, payment } = await given();
    for (const check of [`${sub}-1`, `${sub}-2`]) {
      await ledger.reserve(fixture.pool, sub, check, fixture.now());
      await ledger.take(fixture.pool, check, fixture.now());
    }
    fixture.crypto.moveTo(payment, 'refunded', '0.005');
    await deliver(payment);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    const next = await fixture.buyChecks(sub, 10);
    payOrder(fixture, next);
    await fixture.payments.order(sub, next.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 8 });
  });

  it(
    'go as a whole when one of the payments that they were given for goes, and others of the order stay',
    TIMEOUT,
    async () => {
      const { fixture, sub, order, payment } = await given();
      const [second, third] = ['0.001', '0.002'].map((paid) => fixture.crypto.again(payment, 'finished', paid));
      if (second === undefined || third === undefined) throw new Error('Nothing was sent');
      await deliver(second, third);
      await held().decide(order.id, { what: { checks: 3 }, deposit: null, reason: 'for both' });
      expect(await fixture.holds(sub)).toMatchObject({ checks: 8 });
      fixture.crypto.moveTo(third, 'refunded', '0.002');
      await deliver(third);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 5 });
      fixture.crypto.moveTo(second, 'refunded', '0.001');
      await deliver(second);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 5 });
    },
  );

  it('are taken back whole or not at all by a transaction that fails, and then by the next', TIMEOUT, async () => {
    const { fixture, sub, order, payment } = await given();
    fixture.crypto.moveTo(payment, 'refunded', '0.005');
    await fixture.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
       CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    await expect(deliver(payment)).rejects.toThrow('the disk is full');
    await fixture.pool.query('DROP TRIGGER fails ON ledger_entries; DROP FUNCTION fail()');
    expect(await fixture.holds(sub)).toMatchObject({ checks: 5 });
    expect(await revokedFor(order.id)).toEqual([]);
    await deliver(payment);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await auditOf(sub)).toEqual(['order.refund']);
  });

  it('are taken back by a round where no message came, a year later', TIMEOUT, async () => {
    const { fixture, sub, payment } = await given();
    fixture.passTime(300 * DAY_MS);
    fixture.crypto.moveTo(payment, 'refunded', '0.005');
    await fixture.payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('for a card payment are taken back when it is charged back, and count as that', TIMEOUT, async () => {
    const { fixture } = current;
    const { prices, intents } = fixture.stripe.state;
    const setPrice = (cents: number) => {
      for (const price of [...prices.values()]) prices.set(price.id, { ...price, cents });
    };
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    setPrice(100);
    passPeriod(fixture, order.id);
    const deliverAll = async () => {
      for (const message of fixture.stripe.messages) await fixture.deliver(message);
    };
    await deliverAll();
    setPrice(order.amountCents);
    await held().decide(order.id, { what: { checks: 20 }, deposit: null, reason: 'our price list changed' });
    const before = (await fixture.holds(sub)).checks;
    const { reports } = await held().show(order.id);
    const intent = intents.get(reports[0]?.deposit ?? '');
    if (intent === undefined) throw new Error('Nothing was paid');
    const dispute = fixture.stripe.actions.dispute(intent);
    await deliverAll();
    expect(await fixture.holds(sub), 'while it is open').toMatchObject({ checks: before });
    fixture.stripe.actions.closeDispute(dispute, 'lost');
    await deliverAll();
    await deliverAll();
    expect(await fixture.holds(sub)).toMatchObject({ checks: before - 20 });
    expect(await revokedFor(order.id)).toEqual([{ checks: 20, reason: 'chargeback' }]);
    expect(await auditOf(sub)).toEqual(['order.chargeback']);
  });

  it('end in the same place in whatever order, and however often, messages come', { timeout: 240_000 }, async () => {
    const places = fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(places, fc.boolean(), async (order, isPaidAfter) => {
        const { fixture, sub, payment } = await given();
        const all = [payment];
        fixture.crypto.moveTo(payment, 'refunded', '0.005');
        if (isPaidAfter) all.push(fixture.crypto.again(payment, 'finished', '0.01'));
        const shuffled = [...messagesOf(...all), ...messagesOf(...all)]
          .map((message, at) => ({ message, place: order[at] ?? 0 }))
          .toSorted((a, b) => a.place - b.place);
        for (let at = 0; at < shuffled.length; at += 2) {
          await Promise.all(shuffled.slice(at, at + 2).map(({ message }) => fixture.deliverCrypto(message)));
        }
        expect(await fixture.holds(sub)).toMatchObject({ checks: isPaidAfter ? 10 : 0 });
      }),
      { numRuns: 6 },
    );
  });
});
