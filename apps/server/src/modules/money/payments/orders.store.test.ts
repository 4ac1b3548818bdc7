import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { ordersStore } from './orders.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

const ID = 'a'.repeat(32);
const set = (change: string) => database.pool.query(`UPDATE orders SET ${change} WHERE id = $1`, [ID]);

it('the database refuses every move of an order that the table does not list, and any change of what was ordered', async () => {
  await ordersStore.insert(database.pool, {
    id: ID,
    sub: 'demo',
    provider: 'stripe',
    planId: null,
    checks: 10,
    amountCents: 990,
    unitCents: 99,
    successUrl: 'http://localhost/',
    cancelUrl: 'http://localhost/',
    createdAt: new Date(),
  });
  for (const status of ['paid', 'refunded', 'disputed', 'reversed', 'partial']) {
    await expect(set(`status = '${status}'`)).rejects.toThrow(/does not become/);
  }
  for (const change of [
    'amount_cents = 1',
    'checks = 1000',
    "provider = 'nowpayments'",
    "sub = 'other'",
    'plan_id = 7',
  ]) {
    await expect(set(change)).rejects.toThrow(/does not change/);
  }
  await set("status = 'pending'");
  await set("status = 'paid'");
  await expect(set("status = 'pending'")).rejects.toThrow(/does not become/);
  await set("status = 'refunded'");
  await expect(set("status = 'paid'")).rejects.toThrow(/does not become/);
  await expect(database.pool.query('DELETE FROM orders')).rejects.toThrow(/append-only/);
});
