import { type Db, lockNamed } from '../../../platform/db/index.ts';
import type { KnownPayment } from './named-payments.ts';
import type { Order, PaymentFact, PaymentStatus } from './payments.ports.ts';

/** A payment as it is stored in the database. */
export interface StoredPayment {
  readonly id: string;
  readonly orderId: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly status: PaymentStatus;
  readonly paidAt: Date;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const COLUMNS = `p.id, p.order_id AS "orderId", p.reference, p.amount_cents AS "amountCents",
  p.refunded_cents AS "refundedCents", p.status, p.paid_at AS "paidAt", p.starts_at AS "startsAt", p.ends_at AS "endsAt"`;

export type Receipt = StoredPayment & Pick<Order, 'planId' | 'checks' | 'unitCents' | 'provider'>;

/** Orders of the version before name no price: every check cost 99 cents. */
const UNIT_CENTS = 'coalesce(o.unit_cents, CASE WHEN o.plan_id IS NULL THEN 99 END) AS "unitCents"';

const RECEIPTS_MAX = 200;

export const paymentsStore = {
  /** Stores the state of a payment. A refund is final. */
  async keep(db: Db, orderId: string, fact: PaymentFact): Promise<void> {
    await db.query(
      `INSERT INTO payments (order_id, reference, amount_cents, refunded_cents, status, paid_at, starts_at, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (reference) DO UPDATE SET refunded_cents = greatest(payments.refunded_cents, excluded.refunded_cents),
         status = CASE WHEN payments.status IN ('refunded', 'reversed') THEN payments.status ELSE excluded.status END
       WHERE payments.order_id = excluded.order_id`,
      [
        orderId,
        fact.reference,
        fact.amountCents,
        fact.refundedCents,
        fact.status,
        fact.paidAt,
        fact.period?.startsAt ?? null,
        fact.period?.endsAt ?? null,
      ],
    );
  },

  async ofOrder(db: Db, orderId: string): Promise<readonly StoredPayment[]> {
    const found = await db.query(`SELECT ${COLUMNS} FROM payments p WHERE p.order_id = $1 ORDER BY p.paid_at, p.id`, [
      orderId,
    ]);
    return found.rows;
  },

  /** Sets when the next month's check credits fall due; null when all were added. */
  async planAdds(db: Db, reference: string, adds: number, nextAddAt: Date | null): Promise<void> {
    await db.query('UPDATE payments SET adds = $2, next_add_at = $3 WHERE reference = $1', [
      reference,
      adds,
      nextAddAt,
    ]);
  },

  /**
   * Until when the other orders of the same account and plan, paid by the same provider, are paid. Waits for other
   * transactions that ask the same of the account, so that two renewals never count the same time.
   */
  async samePlan(db: Db, order: Order): Promise<readonly { readonly orderId: string; readonly endsAt: Date }[]> {
    // The account has been deleted: its orders are nobody's.
    if (order.sub === null) return [];
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('renewal', order.sub)]);
    const found = await db.query(
      `SELECT o.id AS "orderId", max(p.ends_at) AS "endsAt" FROM orders o JOIN payments p ON p.order_id = o.id
        WHERE o.sub = $1 AND o.plan_id = $2 AND o.provider = $3 AND o.id <> $4 AND p.status = 'paid'
          AND p.ends_at IS NOT NULL
        GROUP BY o.id`,
      [order.sub, order.planId, order.provider, order.id],
    );
    return found.rows;
  },

  /** When the next monthly addition of an order falls due; null when all were made. */
  async nextAddAt(db: Db, orderId: string): Promise<Date | null> {
    const found = await db.query(
      "SELECT min(next_add_at) AS at FROM payments WHERE order_id = $1 AND status = 'paid'",
      [orderId],
    );
    return found.rows[0]?.at ?? null;
  },

  /** Payments of an account's plans of which months are still to be added, with the first of these. */
  async toAdd(db: Db, sub: string): Promise<readonly (StoredPayment & { readonly nextAddAt: Date })[]> {
    const found = await db.query(
      `SELECT ${COLUMNS}, p.next_add_at AS "nextAddAt" FROM payments p JOIN orders o ON o.id = p.order_id
        WHERE o.sub = $1 AND p.status = 'paid' AND p.next_add_at IS NOT NULL ORDER BY p.paid_at, p.id`,
      [sub],
    );
    return found.rows;
  },

  /** Orders with a due monthly addition. */
  async ordersToAdd(db: Db, now: Date, limit: number): Promise<readonly string[]> {
    const found = await db.query(
      `SELECT DISTINCT order_id AS id FROM payments WHERE status = 'paid' AND next_add_at <= $1 LIMIT $2`,
      [now, limit],
    );
    return found.rows.map(({ id }) => id);
  },

  async receipts(db: Db, sub: string): Promise<readonly Receipt[]> {
    const found = await db.query(
      `SELECT ${COLUMNS}, o.plan_id AS "planId", o.checks, ${UNIT_CENTS}, o.provider
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.sub = $1
        ORDER BY p.paid_at DESC, p.id DESC LIMIT ${RECEIPTS_MAX}`,
      [sub],
    );
    return found.rows;
  },

  async receipt(db: Db, sub: string, id: string): Promise<Receipt | null> {
    const found = await db.query(
      `SELECT ${COLUMNS}, o.plan_id AS "planId", o.checks, ${UNIT_CENTS}, o.provider
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.sub = $1 AND p.id = $2`,
      [sub, id],
    );
    return found.rows[0] ?? null;
  },

  /** What messages and reports named of an order. */
  async named(db: Db, orderId: string): Promise<readonly KnownPayment[]> {
    const found = await db.query(
      `WITH last AS (
         SELECT DISTINCT ON (deposit) deposit AS reference, state, parent FROM payment_reports
          WHERE order_id = $1 ORDER BY deposit, id DESC)
       SELECT reference, last.state, last.state IS NOT NULL AND last.parent IS NULL AS "isFirst",
              (SELECT u.amount FROM payment_uses u WHERE u.order_id = $1 AND u.deposit = reference ORDER BY u.id LIMIT 1)
                AS used
         FROM (SELECT reference FROM payment_hints WHERE order_id = $1 UNION SELECT reference FROM last) AS named
         LEFT JOIN last USING (reference) ORDER BY reference`,
      [orderId],
    );
    return found.rows;
  },

  async keepHints(db: Db, orderId: string, references: readonly string[]): Promise<void> {
    await db.query(
      'INSERT INTO payment_hints (order_id, reference) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING',
      [orderId, references],
    );
  },

  async knowsEvent(db: Db, provider: string, event: string): Promise<boolean> {
    const found = await db.query('SELECT FROM payment_events WHERE provider = $1 AND event = $2', [provider, event]);
    return found.rowCount === 1;
  },

  async keepEvent(
    db: Db,
    event: {
      readonly provider: string;
      readonly event: string;
      readonly type: string;
      readonly orderId: string | null;
      readonly now: Date;
    },
  ): Promise<void> {
    await db.query(
      `INSERT INTO payment_events (provider, event, type, order_id, received_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [event.provider, event.event, event.type, event.orderId, event.now],
    );
  },
};
