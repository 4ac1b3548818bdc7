import type { OrderStatus, PaymentProvider } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { Judgement } from './deposits/deposits.ts';
import type { Order, SubscriptionStatus } from './payments.ports.ts';

const COLUMNS = `id, sub, provider, plan_id AS "planId", checks, amount_cents AS "amountCents", unit_cents AS "unitCents",
  success_url AS "successUrl", cancel_url AS "cancelUrl", status, reference, subscription,
  subscription_status AS "subscriptionStatus", version, created_at AS "createdAt",
  pay_url AS "payUrl", missing_amount AS "missingAmount", missing_currency AS "missingCurrency",
  held_since AS "heldSince"`;

const WAITING_MAX = 20;

export const ordersStore = {
  /**
   * The first half of {@link ordersStore.holdOwner}, for what locks rows of the owner in between: the deletion of an
   * account locks the person before them, and closing a company locks them before the company.
   */
  async holdPerson(db: Db, workspace: string): Promise<void> {
    await db.query('SELECT FROM users WHERE sub = $1 FOR KEY SHARE', [workspace]);
  },

  /**
   * Keeps a workspace from being closed, and its person from being deleted, until the transaction ends; false where it is
   * gone. What was stored at that moment would have an owner that there is no more.
   */
  async holdOwner(db: Db, workspace: string): Promise<boolean> {
    // The deletion of an account locks the person before it erases anything, and the workspace only at its end.
    await this.holdPerson(db, workspace);
    const found = await db.query('SELECT FROM workspaces WHERE id = $1 FOR KEY SHARE', [workspace]);
    return found.rowCount === 1;
  },

  async insert(
    db: Db,
    order: Pick<
      Order,
      | 'id'
      | 'sub'
      | 'provider'
      | 'planId'
      | 'checks'
      | 'amountCents'
      | 'unitCents'
      | 'successUrl'
      | 'cancelUrl'
      | 'createdAt'
    >,
  ): Promise<Order> {
    const made = await db.query(
      `INSERT INTO orders (id, sub, provider, plan_id, checks, amount_cents, unit_cents, success_url, cancel_url, created_at, looked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${COLUMNS}`,
      [
        order.id,
        order.sub,
        order.provider,
        order.planId,
        order.checks,
        order.amountCents,
        order.unitCents,
        order.successUrl,
        order.cancelUrl,
        order.createdAt,
      ],
    );
    const [row] = made.rows;
    if (row === undefined) throw new Error('The order was not stored');
    return row;
  },

  /** The order exists at the provider: from here on it can be paid. */
  async opened(db: Db, id: string, reference: string, payUrl: string | null = null): Promise<void> {
    await db.query(
      `UPDATE orders SET reference = $2, status = CASE status WHEN 'created' THEN 'pending' ELSE status END,
              pay_url = coalesce($3, pay_url)
        WHERE id = $1 AND (reference IS NULL OR reference = $2)`,
      [id, reference, payUrl],
    );
  },

  async find(db: Db, id: string): Promise<Order | null> {
    const found = await db.query(`SELECT ${COLUMNS} FROM orders WHERE id = $1`, [id]);
    return found.rows[0] ?? null;
  },

  /** The order that any of a provider's names refers to: the order itself, its subscription or its payments. */
  async findByReferences(db: Db, provider: PaymentProvider, references: readonly string[]): Promise<Order | null> {
    const found = await db.query(
      `SELECT ${COLUMNS} FROM orders WHERE provider = $1 AND (reference = ANY($2) OR subscription = ANY($2)
         OR id IN (SELECT order_id FROM payments WHERE reference = ANY($2))
         OR id IN (SELECT order_id FROM payment_reports WHERE deposit = ANY($2))) LIMIT 1`,
      [provider, references],
    );
    return found.rows[0] ?? null;
  },

  /** Locks the row until the transaction ends, unless another process read the provider's state since `version`. */
  async lock(db: Db, id: string, version: number): Promise<boolean> {
    const found = await db.query('SELECT FROM orders WHERE id = $1 AND version = $2 FOR UPDATE', [id, version]);
    return found.rowCount === 1;
  },

  async settle(
    db: Db,
    id: string,
    state: {
      readonly status: OrderStatus;
      readonly subscription: string | null;
      readonly subscriptionStatus: SubscriptionStatus | null;
      readonly missing: Judgement['missing'];
      readonly now: Date;
    },
  ): Promise<void> {
    await db.query(
      `UPDATE orders SET status = $2, subscription = coalesce($3, subscription),
              subscription_status = coalesce($4, subscription_status), looked_at = $5, version = version + 1,
              missing_amount = $6, missing_currency = $7
        WHERE id = $1`,
      [
        id,
        state.status,
        state.subscription,
        state.subscriptionStatus,
        state.now,
        state.missing?.amount ?? null,
        state.missing?.currency ?? null,
      ],
    );
  },

  /** Reading the provider failed: moves the order behind the others. */
  async postpone(db: Db, id: string, now: Date): Promise<void> {
    await db.query('UPDATE orders SET looked_at = $2 WHERE id = $1', [id, now]);
  },

  /** Card subscriptions that renew or still can: newest first. */
  async subscriptionsOf(db: Db, sub: string): Promise<readonly Order[]> {
    const found = await db.query(
      `SELECT ${COLUMNS} FROM orders WHERE sub = $1 AND subscription_status IN ('active', 'cancelling', 'unpaid')
        ORDER BY created_at DESC`,
      [sub],
    );
    return found.rows;
  },

  /**
   * Orders whose payment was begun and not completed, or of which money is held, newest first: those always, unpaid ones for three days
   * and only until the same was bought by a later order.
   */
  async waitingOf(db: Db, sub: string, now: Date): Promise<readonly Order[]> {
    const found = await db.query(
      `SELECT ${COLUMNS} FROM orders o WHERE sub = $1 AND (status = 'partial' OR held_since IS NOT NULL OR (
          status = 'pending' AND created_at > $2::timestamptz - interval '3 days' AND NOT EXISTS (
            SELECT FROM orders later WHERE later.sub = o.sub AND later.created_at > o.created_at
               AND later.plan_id IS NOT DISTINCT FROM o.plan_id AND later.checks = o.checks
               AND later.status IN ('pending', 'partial', 'paid'))))
        ORDER BY created_at DESC LIMIT ${WAITING_MAX}`,
      [sub, now],
    );
    return found.rows;
  },

  /** Plans that were paid for and may be running: card subscriptions, ended ones too, and plans paid once. */
  async plansOf(db: Db, sub: string): Promise<readonly Order[]> {
    const found = await db.query(
      `SELECT ${COLUMNS} FROM orders WHERE sub = $1 AND plan_id IS NOT NULL AND status IN ('paid', 'disputed')`,
      [sub],
    );
    return found.rows;
  },

  /**
   * Card subscriptions that another plan of the same account replaced and that have not ended: a plan replaces those
   * whose first payment is older, for as long as it is paid for itself. It is read from what was booked, so it holds
   * after any crash, and in whichever order messages arrive.
   *
   * @param sub only of this account; null for all
   */
  async replaced(db: Db, now: Date, sub: string | null): Promise<readonly Order[]> {
    const found = await db.query(
      `WITH plans AS (
         SELECT o.id, o.sub, min(p.paid_at) AS since, max(p.ends_at) AS until
           FROM orders o JOIN payments p ON p.order_id = o.id
          WHERE o.plan_id IS NOT NULL AND p.status IN ('paid', 'disputed') AND p.ends_at IS NOT NULL
            AND o.sub IN (SELECT r.sub FROM orders r WHERE r.subscription_status IN ('active', 'cancelling', 'unpaid')
                             AND ($2::text IS NULL OR r.sub = $2))
          GROUP BY o.id)
       SELECT ${COLUMNS} FROM orders WHERE subscription_status IN ('active', 'cancelling', 'unpaid')
          AND subscription IS NOT NULL AND id IN (
            SELECT former.id FROM plans former JOIN plans later ON later.sub = former.sub
             WHERE (later.since, later.id COLLATE "C") > (former.since, former.id COLLATE "C") AND later.until > $1)
        ORDER BY id`,
      [now, sub],
    );
    return found.rows;
  },

  /**
   * Orders that may have changed at the provider without a message: open ones often, paid ones once a day for as long
   * as a bank may take money back, as those for whose held money checks were given, and subscriptions as long as they run.
   */
  async toLookAt(db: Db, now: Date, limit: number): Promise<readonly Order[]> {
    const found = await db.query(
      `SELECT ${COLUMNS} FROM orders
        WHERE (status IN ('created', 'pending', 'partial') AND looked_at < $1::timestamptz - interval '10 minutes')
           OR (looked_at < $1::timestamptz - interval '20 hours' AND (
                 coalesce(subscription_status, 'ended') <> 'ended'
                 OR (created_at > $1::timestamptz - interval '400 days' AND (status IN ('paid', 'disputed')
                     OR id IN (SELECT order_id FROM payment_uses WHERE grant_key IS NOT NULL)))
                 OR (status IN ('expired', 'failed') AND created_at > $1::timestamptz - interval '7 days')))
        ORDER BY looked_at LIMIT $2`,
      [now, limit],
    );
    return found.rows;
  },

  /** Orders in the order of their ids. */
  async page(db: Db, afterId: string, limit: number): Promise<readonly Order[]> {
    const found = await db.query(`SELECT ${COLUMNS} FROM orders WHERE id > $1 ORDER BY id LIMIT $2`, [afterId, limit]);
    return found.rows;
  },

  async customerOf(db: Db, sub: string): Promise<string | null> {
    const found = await db.query('SELECT customer FROM payment_customers WHERE sub = $1', [sub]);
    return found.rows[0]?.customer ?? null;
  },

  async keepCustomer(db: Db, sub: string, customer: string): Promise<void> {
    await db.query('INSERT INTO payment_customers (sub, customer) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      sub,
      customer,
    ]);
  },
};
