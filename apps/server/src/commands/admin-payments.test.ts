import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { goodsOfChecks } from '../modules/money/payments/plans/goods.ts';
import { newSub, usePaymentsFixture } from '../modules/money/payments/test/payments-fixture.ts';
import { useAdmin } from './test/use-admin.ts';

describe('assay admin payments', () => {
  const current = usePaymentsFixture();
  const admin = useAdmin(() => current.fixture.pool);
  const { out: said } = admin;
  const assay = (...args: string[]) => admin.run('payments', ...args);

  async function underpaid() {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyByCrypto(sub, goodsOfChecks(10, DEFAULT_PRICE_LIST));
    const payment = fixture.crypto.begin(order.reference ?? '');
    fixture.crypto.moveTo(payment, 'finished', '0.009');
    await fixture.payments.order(sub, order.id);
    return { fixture, sub, order, payment };
  }
  async function acceptances(sub: string): Promise<readonly unknown[]> {
    const { rows } = await current.fixture.pool.query(
      "SELECT actor_kind AS actor FROM audit_entries WHERE action = 'order.accept' AND chain LIKE '%' || $1",
      [sub],
    );
    return rows;
  }

  it('lists what is held and why, shows all of it, and credits it once', { timeout: 60_000 }, async () => {
    const { fixture, sub, order, payment } = await underpaid();
    expect(await assay('held')).toBe(0);
    expect(said.join('\n')).toContain(order.id);
    expect(said.join('\n')).toMatch(/less\s+0\.009 BTC/);
    expect(await assay('held', '--json')).toBe(0);
    expect(JSON.parse(said.at(-1) ?? '')).toContainEqual(
      expect.objectContaining({
        order: order.id,
        held: [expect.objectContaining({ deposit: payment.id, reason: 'less' })],
      }),
    );
    expect(await assay('show', order.id)).toBe(0);
    expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ reports: [{ status: 'finished', arrived: '0.009' }] });
    expect(await assay('credit', order.id, '--reason', 'a fee on the way')).toBe(0);
    expect(said.at(-1)).toBe(`Order ${order.id}: 0.009 BTC pays the order. The order is paid.`);
    expect(await assay('credit', order.id, '--reason', 'again')).toBe(1);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
    expect(await acceptances(sub)).toEqual([{ actor: 'operator' }]);
    const events = await admin.events();
    expect(events).toContain('order.accept');
  });

  it('refuses it, and gives checks for it', { timeout: 60_000 }, async () => {
    const { fixture, sub, order } = await underpaid();
    expect(await assay('refuse', order.id, '--reason', 'sent back today')).toBe(0);
    expect(said.at(-1)).toBe(`Order ${order.id}: 0.009 BTC is marked as sent back. The order is failed.`);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    const other = await underpaid();
    expect(await assay('credit', other.order.id, '--checks', '9', '--reason', 'for what arrived')).toBe(0);
    expect(await fixture.holds(other.sub)).toMatchObject({ checks: 9 });
  });

  it('says that nobody can be credited where the account is gone, and refuses then', { timeout: 60_000 }, async () => {
    const { fixture, order } = await underpaid();
    await fixture.pool.query('UPDATE orders SET sub = NULL WHERE id = $1', [order.id]);
    expect(await assay('credit', order.id, '--reason', 'x')).toBe(1);
    expect(admin.err.at(-1)).toBe(
      `The account of order ${order.id} is gone, so nobody can be credited: refuse the money.`,
    );
    expect(await assay('refuse', order.id, '--reason', 'sent back')).toBe(0);
  });

  it('says what is wrong, and changes nothing', { timeout: 60_000 }, async () => {
    const { fixture, sub, order } = await underpaid();
    expect(await assay('credit', order.id, '--reason', ' ')).toBe(2);
    expect(await assay('credit', order.id, '--reason', 'x', '--checks', '0')).toBe(2);
    expect(await assay('credit', order.id, '--reason', 'x', '--checks', '1e3')).toBe(2);
    expect(await assay('credit', order.id, '--reason', 'x', '--deposit', '1')).toBe(1);
    expect(await assay('show', 'f'.repeat(32))).toBe(1);
    for (const command of ['refuse', 'credit']) {
      expect(await assay(command, 'nosuch', '--reason', 'x')).toBe(1);
      expect(admin.err.at(-1)).toBe('There is no order nosuch.');
    }
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'partial' });
  });
});
