import { type Db, IS_HELD, LEASE_OF, prepared } from '../../../../platform/db/index.ts';
import type { StoredPaymentName } from './payment-name.ts';

/** A running check that no process runs: a server that stopped has handed it over. */
export interface HandedOverCheck extends StoredPaymentName {
  readonly subId: string;
  readonly owner: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly address: string;
}

/** Checks between two processes. */
export const handOverStore = {
  /** Hands a check of this process over; it counts as running for `withinMs`. False when it no longer runs here. */
  async handOver(db: Db, subId: string, withinMs: number, runBy: string): Promise<boolean> {
    const handed = await db.query(
      `UPDATE checks SET run_by = NULL, handed_over_at = now(), lease_until = ${LEASE_OF} $2
        WHERE sub_id = $1 AND status = 'running' AND run_by = $3`,
      [subId, withinMs, runBy],
    );
    return handed.rowCount === 1;
  },

  /** The checks that wait for a process to take them over, the longest waiting first. */
  async findHandedOver(db: Db, most: number): Promise<readonly HandedOverCheck[]> {
    const found = await db.query(
      `SELECT sub_id AS "subId", owner, ticker, parent, address, transaction_id AS "transactionId",
              payment_direction AS "paymentDirection" FROM checks
        WHERE status = 'running' AND handed_over_at IS NOT NULL AND lease_until ${IS_HELD}
        ORDER BY handed_over_at LIMIT $1`,
      [most],
    );
    return found.rows;
  },

  /** Takes a handed-over check over. False when another process was faster, or it was ended. */
  async takeOver(db: Db, subId: string, leaseMs: number, runBy: string): Promise<boolean> {
    const taken = await db.query(
      `UPDATE checks SET run_by = $3, handed_over_at = NULL, lease_until = ${LEASE_OF} $2
        WHERE sub_id = $1 AND status = 'running' AND handed_over_at IS NOT NULL AND lease_until ${IS_HELD}`,
      [subId, leaseMs, runBy],
    );
    return taken.rowCount === 1;
  },
};

export const runningChecksStore = {
  /** Number of checks of an owner that run or wait, over all servers: single ones, and those of batches too. */
  async countRunning(db: Db, owner: string): Promise<{ readonly single: number; readonly all: number }> {
    const counted = await db.query(
      prepared(
        `SELECT (count(*) FILTER (WHERE NOT of_batch))::integer AS single, count(*)::integer AS "all"
           FROM checks WHERE owner = $1 AND status = 'running'`,
        [owner],
      ),
    );
    return counted.rows[0] ?? { single: 0, all: 0 };
  },
};
