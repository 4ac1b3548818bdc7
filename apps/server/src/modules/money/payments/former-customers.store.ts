import type { Db } from '../../../platform/db/index.ts';

/** Customers at the card provider that belong to nobody any more, until the provider has removed them. */
export const formerCustomersStore = {
  /** In the transaction that deletes the account: the customer is forgotten here only once it is gone there. */
  async leave(db: Db, sub: string): Promise<void> {
    await db.query('INSERT INTO former_customers (customer) SELECT customer FROM payment_customers WHERE sub = $1', [
      sub,
    ]);
    await db.query('DELETE FROM payment_customers WHERE sub = $1', [sub]);
  },

  async list(db: Db, limit: number): Promise<readonly string[]> {
    const found = await db.query(
      'SELECT customer FROM former_customers ORDER BY tried_at NULLS FIRST, deleted_at, customer LIMIT $1',
      [limit],
    );
    return found.rows.map(({ customer }) => customer);
  },

  /** The removal failed: the others come before it. */
  async failed(db: Db, customer: string, now: Date): Promise<void> {
    await db.query('UPDATE former_customers SET tried_at = $2 WHERE customer = $1', [customer, now]);
  },

  async removed(db: Db, customer: string): Promise<void> {
    await db.query('DELETE FROM former_customers WHERE customer = $1', [customer]);
  },
};
