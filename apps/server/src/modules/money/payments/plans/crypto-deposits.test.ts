import { DEFAULT_PRICE_LIST } from '@assay/domain';
import type { CryptoPayment } from '@assay/stand-ins';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireHeldOrders } from '../../open/payments.ts';
import { DAY_MS, newSub, QUIET, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfChecks } from './goods.ts';

const TIMEOUT = { timeout: 60_000 };

/** The stand-in asks 0.01 BTC for any order. */
describe('money that is sent for an order in crypto', () => {
  const current = usePaymentsFixture();

  async function opened(checks = 1_000) {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyByCrypto(sub, goodsOfChecks(checks, DEFAULT_PRICE_LIST));
    const first = fixture.crypto.begin(order.reference ?? '');
    return { fixture, sub, order, first };
  }
  const messagesOf = (payments: readonly CryptoPayment[]) =>
    current.fixture.crypto.messages.filter(({ id }) => payments.some((payment) => id.startsWith(`${payment.id}-`)));
  async function deliver(...payments: readonly CryptoPayment[]) {
    for (const message of messagesOf(payments)) await current.fixture.deliverCrypto(message);
  }
  const held = (fixture = current.fixture) =>
    wireHeldOrders(fixture.pool, { log: QUIET, clock: { now: () => fixture.now() } });
  const reasonsOf = async (sub: string, id: string) =>
    (await current.fixture.payments.order(sub, id)).held.map(({ reason, amount }) => [reason, amount]);

  it('credits nothing for dust, whatever the provider calls it, and holds all of it', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened();
    fixture.crypto.moveTo(first, 'partially_paid', '0.00001');
    const again = ['0.00001', '0.00001', '0.000005'].map((paid) => fixture.crypto.again(first, 'finished', paid));
    await deliver(first, ...again);
    await deliver(first, ...again);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    const shown = await fixture.payments.order(sub, order.id);
    expect(shown).toMatchObject({ status: 'partial', missingAmount: '0.009965', missingCurrency: 'BTC' });
    expect(shown.held.map(({ reason }) => reason)).toEqual(['less', 'less', 'less', 'less']);
  });

  it('credits a part and its rest once, in whichever order their messages come', TIMEOUT, async () => {
    for (const isReversed of [false, true]) {
      const { fixture, sub, order, first } = await opened(10);
      fixture.crypto.moveTo(first, 'partially_paid', '0.0042');
      const rest = fixture.crypto.again(first, 'finished', '0.0058');
      await deliver(...(isReversed ? [rest, first] : [first, rest]));
      await deliver(rest, first);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
      expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid', held: [] });
      expect(await fixture.payments.receipts(sub)).toHaveLength(1);
    }
  });

  it('finds the order of a further payment of which it knows only the message', TIMEOUT, async () => {
    const { fixture, sub, first } = await opened(10);
    fixture.crypto.moveTo(first, 'partially_paid', '0.0042');
    const rest = fixture.crypto.again(first, 'finished', '0.0058');
    await deliver(rest);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
  });

  it('holds another asset, and what comes after the order was paid', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened(10);
    const wrong = fixture.crypto.again(first, 'finished', '1', 'eth');
    await deliver(wrong);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await reasonsOf(sub, order.id)).toEqual([['wrong_asset', '1']]);
    fixture.crypto.moveTo(first, 'finished', '0.012');
    const second = fixture.crypto.again(first, 'finished', '0.01');
    await deliver(first, second);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    expect(await reasonsOf(sub, order.id)).toEqual([
      ['wrong_asset', '1'],
      ['more', '0.002'],
      ['second', '0.01'],
    ]);
    expect((await fixture.payments.waiting(sub)).map(({ id }) => id)).toEqual([order.id]);
  });

  it('holds what comes more than seven days after the order', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened(10);
    fixture.crypto.moveTo(first, 'partially_paid', '0.0001');
    await deliver(first);
    fixture.passTime(8 * DAY_MS);
    const late = fixture.crypto.again(first, 'finished', '0.0099');
    await deliver(late);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await reasonsOf(sub, order.id)).toEqual([
      ['less', '0.0001'],
      ['late', '0.0099'],
    ]);
  });

  it('holds what arrived with a payment that failed or expired, and shows it to its payer', TIMEOUT, async () => {
    for (const [status, amount] of [
      ['failed', '0.01'],
      ['expired', '0.009'],
    ] as const) {
      const { fixture, sub, order, first } = await opened(10);
      fixture.crypto.moveTo(first, status, amount);
      await deliver(first);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
      expect(await reasonsOf(sub, order.id)).toEqual([['failed', amount]]);
      expect((await fixture.payments.waiting(sub)).map(({ id }) => id)).toEqual([order.id]);
      expect((await held().list(1_000)).map(({ id }) => id)).toContain(order.id);
      fixture.crypto.moveTo(first, 'finished', '0.01');
      await deliver(first);
      expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid', held: [] });
    }
  });

  it('is decided once: accepted as the price, given as checks, or sent back', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened(10);
    fixture.crypto.moveTo(first, 'finished', '0.0099');
    await deliver(first);
    expect((await held().list(1_000)).map(({ id }) => id)).toContain(order.id);
    const accept = { what: 'order', deposit: null, reason: 'a fee was taken on the way' } as const;
    const twice = await Promise.allSettled([held().decide(order.id, accept), held().decide(order.id, accept)]);
    expect(twice.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))).toHaveLength(1);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid', held: [], heldSince: null });
    const more = fixture.crypto.again(first, 'finished', '0.005');
    const back = fixture.crypto.again(first, 'finished', '0.003');
    await deliver(more, back);
    await expect(held().decide(order.id, accept)).rejects.toMatchObject({ errorName: 'OrderClosed' });
    await held().decide(order.id, { what: { checks: 5 }, deposit: more.id, reason: 'asked for' });
    await held().decide(order.id, { what: 'refuse', deposit: back.id, reason: 'asked for' });
    await deliver(first, more, back);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 15 });
    expect(await held().decide(order.id, { what: 'refuse', deposit: null, reason: 'again' })).toEqual([]);
    const { uses } = await held().show(order.id);
    expect(uses.map(({ use, amount }) => [use, amount])).toEqual([
      ['order', '0.0099'],
      ['checks', '0.005'],
      ['refused', '0.003'],
    ]);
  });

  it('that was sent back neither waits nor counts', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened(10);
    fixture.crypto.moveTo(first, 'partially_paid', '0.004');
    await deliver(first);
    await held().decide(order.id, { what: 'refuse', deposit: null, reason: 'asked for it back' });
    expect(await fixture.payments.waiting(sub)).toEqual([]);
    const rest = fixture.crypto.again(first, 'finished', '0.006');
    await deliver(rest);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await reasonsOf(sub, order.id)).toEqual([['less', '0.006']]);
  });

  it('takes the checks back when any part that paid the order is refunded', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened(10);
    fixture.crypto.moveTo(first, 'partially_paid', '0.004');
    const rest = fixture.crypto.again(first, 'finished', '0.006');
    await deliver(first, rest);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    fixture.crypto.moveTo(rest, 'refunded', '0.006');
    await deliver(rest);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'refunded' });
  });

  it('stores what was reported, and nobody changes it', TIMEOUT, async () => {
    const { fixture, order, first } = await opened(10);
    fixture.crypto.moveTo(first, 'partially_paid', '0.004');
    await deliver(first);
    await deliver(first);
    fixture.crypto.moveTo(first, 'finished', '0.01');
    await deliver(first);
    const { reports } = await held().show(order.id);
    expect(reports.map(({ status, arrived, outcome }) => [status, arrived, outcome])).toEqual([
      ['partially_paid', '0.004', '0.004'],
      ['finished', '0.01', '0.01'],
    ]);
    for (const table of ['payment_reports', 'payment_uses']) {
      await expect(fixture.pool.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
      await expect(fixture.pool.query(`UPDATE ${table} SET deposit = 'x'`)).rejects.toThrow(/append-only/);
    }
  });

  it('of an order that was credited before is not credited, or held, again', TIMEOUT, async () => {
    const { fixture, sub, order, first } = await opened(10);
    fixture.crypto.moveTo(first, 'finished', '0.01');
    await deliver(first);
    // As the version before left it: a payment, and nothing of what was reported.
    await fixture.pool.query(
      'ALTER TABLE payment_reports DISABLE TRIGGER USER; ALTER TABLE payment_uses DISABLE TRIGGER USER',
    );
    await fixture.pool.query('DELETE FROM payment_reports; DELETE FROM payment_uses');
    await fixture.pool.query(
      'ALTER TABLE payment_reports ENABLE TRIGGER USER; ALTER TABLE payment_uses ENABLE TRIGGER USER',
    );
    fixture.passTime(DAY_MS);
    await fixture.payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid', held: [] });
    fixture.crypto.moveTo(first, 'refunded', '0.01');
    await deliver(first);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('ends in the same place in whatever order, and however often, its messages come', {
    timeout: 240_000,
  }, async () => {
    const parts = fc.array(fc.constantFrom('0.001', '0.0042', '0.0058', '0.01'), { minLength: 1, maxLength: 4 });
    const order = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(parts, order, async ([firstPart = '0', ...others], places) => {
        const { fixture, sub, order: bought, first } = await opened(10);
        fixture.crypto.moveTo(first, 'partially_paid', firstPart);
        const all = [first, ...others.map((paid) => fixture.crypto.again(first, 'finished', paid))];
        const messages = messagesOf(all).flatMap((message) => [message, message]);
        const shuffled = messages
          .map((message, at) => ({ message, place: places[at] ?? 0 }))
          .toSorted((a, b) => a.place - b.place);
        for (let at = 0; at < shuffled.length; at += 2) {
          await Promise.all(shuffled.slice(at, at + 2).map(({ message }) => fixture.deliverCrypto(message)));
        }
        const units = [firstPart, ...others].reduce((sum, paid) => sum + Math.round(Number(paid) * 1e8), 0);
        expect(await fixture.holds(sub)).toMatchObject({ checks: units >= 1_000_000 ? 10 : 0 });
        const { reports, uses, order: shown } = await held().show(bought.id);
        const kept = [...uses, ...shown.held].reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1e8), 0);
        expect(kept, 'nothing that arrived is lost').toBe(units);
        expect(reports).toHaveLength(all.length);
      }),
      { numRuns: 12 },
    );
  });
});
