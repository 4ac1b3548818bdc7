import type { Db } from '../../../platform/db/index.ts';
import { invoicesStore } from './documents/invoices.store.ts';
import { formerCustomersStore } from './former-customers.store.ts';

/** The payments' part of an account export. After deletion, the payments stay stored without the account, and the customer is removed at the card provider. */
export const paymentsPart = {
  name: 'payments',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT o.id AS order_id, o.provider, o.plan_id, o.checks, o.amount_cents, o.status, o.created_at,
              p.id AS receipt, p.amount_cents AS paid_cents, p.refunded_cents, p.status AS payment_status, p.paid_at
         FROM orders o LEFT JOIN payments p ON p.order_id = o.id WHERE o.sub = $1 ORDER BY o.created_at, p.id`,
      [sub],
    );
    yield found.rows;
    const details = await invoicesStore.detailsOf(db, sub);
    if (details !== null) yield [{ billing_details: details }];
  },

  async erase(db: Db, sub: string): Promise<void> {
    await invoicesStore.erase(db, sub);
    // The version: who has read the order before, to credit it, reads it again and finds nobody to credit.
    await db.query('UPDATE orders SET sub = NULL, pay_url = NULL, version = version + 1 WHERE sub = $1', [sub]);
    await formerCustomersStore.leave(db, sub);
  },
};
