import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Order } from '../payments.ports.ts';
import { DAY_MS, newSub, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfPlan } from './goods.ts';

const BASIC_MONTH = 7;
const TIMEOUT = { timeout: 120_000 };

describe('a plan that is paid by crypto again', () => {
  const current = usePaymentsFixture();

  async function begun(sub: string) {
    const goods = goodsOfPlan(BASIC_MONTH, DEFAULT_PRICE_LIST);
    if (goods === null) throw new Error('Not for sale');
    const order = await current.fixture.buyByCrypto(sub, goods);
    return { order, payment: current.fixture.crypto.begin(order.reference ?? '') };
  }
  async function paid(sub: string) {
    const { order, payment } = await begun(sub);
    current.fixture.crypto.move(payment, 'finished', 100);
    await current.fixture.payments.order(sub, order.id);
    return { order, payment };
  }
  const untilOf = async (sub: string) => (await current.fixture.payments.subscription(sub))?.paidUntil.getTime() ?? 0;
  const deliverAll = async ({ id }: Order) => {
    for (const message of current.fixture.crypto.messages.filter(({ body }) => body.includes(id))) {
      await current.fixture.deliverCrypto(message);
    }
  };

  it('runs on from its end, and keeps what is left; each payment brings its checks once', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const first = await paid(sub);
    const firstEnd = await untilOf(sub);
    fixture.passTime(25 * DAY_MS);
    const second = await paid(sub);
    for (const { order } of [first, second, first, second]) await deliverAll(order);
    const days = ((await untilOf(sub)) - firstEnd) / DAY_MS;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
    fixture.passTime(20 * DAY_MS);
    await fixture.payments.addMonthlyChecks();
    const held = await fixture.holds(sub);
    expect(held.checks).toBe(60);
    expect(new Set(held.tariffs.map(({ until }) => until)).size).toBe(1);
    fixture.passTime(30 * DAY_MS);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('ends as if it had not been paid again when that payment is refunded', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    await paid(sub);
    const before = await fixture.holds(sub);
    fixture.passTime(10 * DAY_MS);
    const { order, payment } = await paid(sub);
    fixture.crypto.move(payment, 'refunded', 100);
    await deliverAll(order);
    await deliverAll(order);
    const after = await fixture.holds(sub);
    expect(after.tariffs.filter(({ left }) => left > 0)).toEqual(before.tariffs);
    expect(after.checks).toBe(30);
  });

  it('brings nothing back that lapsed before', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    await paid(sub);
    fixture.passTime(40 * DAY_MS);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    await paid(sub);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
  });

  it('counts no day twice when two payments arrive at the same moment', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const orders = [await begun(sub), await begun(sub)];
    for (const { payment } of orders) fixture.crypto.move(payment, 'finished', 100);
    await Promise.all(orders.map(({ order }) => fixture.payments.order(sub, order.id)));
    expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
    const days = ((await untilOf(sub)) - fixture.now().getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(45);
  });

  it('runs to the end of both payments, also where the one paid last is booked first', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const [earlier, later] = [await begun(sub), await begun(sub)];
    fixture.crypto.move(earlier.payment, 'finished', 100);
    fixture.passTime(60_000);
    fixture.crypto.move(later.payment, 'finished', 100);
    for (const { order } of [later, earlier]) await deliverAll(order);
    const plan = await fixture.payments.subscription(sub);
    expect(plan?.order.id).toBe(later.order.id);
    expect(((plan?.paidUntil.getTime() ?? 0) - fixture.now().getTime()) / DAY_MS).toBeGreaterThan(55);
    const ends = (await fixture.holds(sub)).tariffs.map(({ until }) => until);
    expect(new Set(ends)).toEqual(new Set([plan?.lapsesAt.toISOString()]));
  });

  it(
    'is as if nothing happened when the server fails while it is booked, and is booked by the next look',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const sub = newSub();
      await paid(sub);
      const before = await fixture.holds(sub);
      const { order, payment } = await begun(sub);
      fixture.crypto.move(payment, 'finished', 100);
      await fixture.pool.query(
        `CREATE FUNCTION fail_carry() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.key LIKE '%:carry:%' THEN RAISE EXCEPTION 'the disk is full'; END IF; RETURN NEW; END $$`,
      );
      await fixture.pool.query(
        'CREATE TRIGGER fail_carry BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION fail_carry()',
      );
      await expect(fixture.payments.order(sub, order.id)).rejects.toThrow('the disk is full');
      expect(await fixture.holds(sub)).toEqual(before);
      await fixture.pool.query('DROP TRIGGER fail_carry ON ledger_entries');
      await fixture.payments.order(sub, order.id);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
    },
  );
});
