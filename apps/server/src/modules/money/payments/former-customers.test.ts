import { describe, expect, it } from 'vitest';
import { paymentsPart } from '../account-parts.store.ts';
import { removeFormerCustomers } from './remove-customers.ts';
import { newSub, payOrder, QUIET, usePaymentsFixture } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;

describe('the customer of a deleted account', () => {
  const current = usePaymentsFixture();

  async function bought(sub: string) {
    const { fixture } = current;
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order);
    const paid = await fixture.payments.order(sub, order.id);
    const { rows } = await fixture.pool.query<{ customer: string }>(
      'SELECT customer FROM payment_customers WHERE sub = $1',
      [sub],
    );
    return { paid, customer: rows[0]?.customer ?? '' };
  }
  const left = async () => (await current.fixture.pool.query('SELECT customer FROM former_customers')).rows;
  const cardsOf = (customer: string) =>
    [...current.fixture.stripe.state.methods.values()].filter((method) => method.customer === customer);

  it('is removed at the card provider with its cards and its subscription; its payments stay', async () => {
    const { fixture } = current;
    const sub = newSub();
    const { paid, customer } = await bought(sub);
    expect(cardsOf(customer)).toHaveLength(1);
    await paymentsPart.erase(fixture.pool, sub);
    await paymentsPart.erase(fixture.pool, sub);
    await fixture.payments.reconcile();
    expect(fixture.stripe.state.customers.has(customer)).toBe(false);
    expect(cardsOf(customer)).toEqual([]);
    expect(fixture.stripe.state.subscriptions.get(paid.subscription ?? '')?.status).toBe('canceled');
    expect(await left()).toEqual([]);
    const { rows } = await fixture.pool.query('SELECT FROM payments WHERE order_id = $1', [paid.id]);
    expect(rows).toHaveLength(1);
    const invoices = [...fixture.stripe.state.invoices.values()];
    expect(invoices.some(({ subscription }) => subscription === paid.subscription)).toBe(true);
  });

  it('is removed by a later round where the provider failed, or had removed it and the answer was lost', {
    timeout: 60_000,
  }, async () => {
    const { fixture } = current;
    const [failing, lost, kept] = [newSub(), newSub(), newSub()];
    const { customer } = await bought(failing);
    const { customer: gone } = await bought(lost);
    const { customer: other } = await bought(kept);
    await paymentsPart.erase(fixture.pool, failing);
    await paymentsPart.erase(fixture.pool, lost);
    fixture.stripe.state.customers.delete(gone);
    fixture.stripe.state.deletedCustomers.add(gone);
    fixture.stripe.failNext(50);
    await fixture.payments.reconcile();
    expect(await left()).toHaveLength(2);
    expect(fixture.stripe.state.customers.has(customer)).toBe(true);
    fixture.stripe.failNext(0);
    await fixture.payments.reconcile();
    expect(await left()).toEqual([]);
    expect(fixture.stripe.state.customers.has(customer)).toBe(false);
    expect(fixture.stripe.state.customers.has(other)).toBe(true);
    expect(await fixture.payments.savedCards(kept)).toHaveLength(1);
  });

  it('is removed although as many as are tried at once fail for good', async () => {
    const { pool } = current.fixture;
    await pool.query(
      `INSERT INTO former_customers (customer, deleted_at)
       SELECT 'cus_fails_' || n, now() - interval '1 day' FROM generate_series(1, 60) AS n
       UNION ALL SELECT 'cus_new_' || n, now() FROM generate_series(1, 5) AS n`,
    );
    const tried = new Map<string, number>();
    const cards = {
      removeCustomer: async (customer: string) => {
        tried.set(customer, (tried.get(customer) ?? 0) + 1);
        if (customer.startsWith('cus_fails_')) throw new Error('refused');
      },
    };
    // No two are tried at one time: their turn would be by name.
    let tries = Date.now();
    const clock = { now: () => new Date(tries++) };
    const round = () => removeFormerCustomers({ db: pool, cards, clock, log: QUIET });
    await round();
    await round();
    expect(await left()).toHaveLength(60);
    for (let more = 0; more < 4; more += 1) await round();
    expect(tried.size, 'those that fail are tried in turn').toBe(65);
    expect([...tried.values()].filter((times) => times > 5)).toEqual([]);
    await pool.query('DELETE FROM former_customers');
  });
});
