import type { Db } from '../../../../platform/db/index.ts';
import type { DepositReport, DepositUse } from './deposits.ts';

const REPORT = `deposit, parent, status, state, asset, asked, arrived, outcome, outcome_asset AS "outcomeAsset",
  is_of_price AS "isOfPrice", reported_at AS "reportedAt"`;

export interface DecidedUse extends DepositUse {
  /** Why the operator decided so; null for what pays an order by the rule. */
  readonly reason: string | null;
  /** The grant of the check credits that were given for it; null for any other use. */
  readonly grantKey: string | null;
}

export interface HeldOrder {
  readonly id: string;
  readonly heldSince: Date;
}

export const depositsStore = {
  /** Stores a report unless the last one of the same deposit says the same. The caller has locked the order. */
  async report(db: Db, orderId: string, said: DepositReport): Promise<void> {
    await db.query(
      `INSERT INTO payment_reports
         (order_id, deposit, parent, status, state, asset, asked, arrived, outcome, outcome_asset, is_of_price, reported_at)
       SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text,
              $11::boolean, $12::timestamptz
        WHERE NOT EXISTS (SELECT FROM (
          SELECT * FROM payment_reports WHERE order_id = $1 AND deposit = $2 ORDER BY id DESC LIMIT 1) AS last
           WHERE (parent, status, asset, asked, arrived, outcome, outcome_asset, is_of_price)
                 IS NOT DISTINCT FROM ($3, $4, $6, $7, $8, $9, $10, $11::boolean))`,
      [
        orderId,
        said.deposit,
        said.parent,
        said.status,
        said.state,
        said.asset,
        said.asked,
        said.arrived,
        said.outcome,
        said.outcomeAsset,
        said.isOfPrice,
        said.reportedAt,
      ],
    );
  },

  /** In the order in which they were stored. */
  async reports(db: Db, orderId: string): Promise<readonly DepositReport[]> {
    const found = await db.query(`SELECT ${REPORT} FROM payment_reports WHERE order_id = $1 ORDER BY id`, [orderId]);
    return found.rows;
  },

  async uses(db: Db, orderId: string): Promise<readonly DecidedUse[]> {
    const found = await db.query(
      'SELECT deposit, use, amount, reason, grant_key AS "grantKey" FROM payment_uses WHERE order_id = $1 ORDER BY id',
      [orderId],
    );
    return found.rows;
  },

  async use(
    db: Db,
    orderId: string,
    { deposit, use, amount, reason, grantKey, now }: DecidedUse & { readonly now: Date },
  ): Promise<void> {
    await db.query(
      `INSERT INTO payment_uses (order_id, deposit, use, amount, reason, grant_key, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [orderId, deposit, use, amount, reason, grantKey, now],
    );
  },

  /** Marks that money of the order is held, or no longer is. */
  async hold(db: Db, orderId: string, isHeld: boolean, now: Date): Promise<void> {
    await db.query(
      `UPDATE orders SET held_since = CASE WHEN $2::boolean THEN coalesce(held_since, $3) END
        WHERE id = $1 AND (held_since IS NOT NULL) <> $2::boolean`,
      [orderId, isHeld, now],
    );
  },

  /** Whether money of an order of this account is held. */
  async keepsMoneyOf(db: Db, sub: string): Promise<boolean> {
    const { rows } = await db.query('SELECT FROM orders WHERE sub = $1 AND held_since IS NOT NULL LIMIT 1', [sub]);
    return rows.length > 0;
  },

  /** Orders of which money is held, the longest first. */
  async heldOrders(db: Db, limit: number): Promise<readonly HeldOrder[]> {
    const found = await db.query(
      `SELECT id, held_since AS "heldSince" FROM orders WHERE held_since IS NOT NULL ORDER BY held_since, id LIMIT $1`,
      [limit],
    );
    return found.rows;
  },
};
