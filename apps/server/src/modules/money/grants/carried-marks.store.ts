import type { Db } from '../../../platform/db/index.ts';
import { FREE_TARIFF, type Ledger } from '../ledger/ledger.ports.ts';

/** One mailbox under the hash of an earlier rule, and under that of the present one. */
export interface RenamedMailbox {
  /** An account of it. */
  readonly sub: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Marks a mailbox, under its present hash, with all that it was given once and with its suspension under a former one.
 * Idempotent. What was given stays under the
 * former hash too: the balance ledger is append-only. A suspension does not, so that ending it ends it.
 */
export async function carryMarks(
  db: Db,
  ledger: Pick<Ledger, 'grant'>,
  { sub, from, to }: RenamedMailbox,
): Promise<void> {
  await db.query(
    `INSERT INTO survey_takers (mailbox_hash, taken_at) SELECT $2, taken_at FROM survey_takers WHERE mailbox_hash = $1
     ON CONFLICT (mailbox_hash) DO NOTHING`,
    [from, to],
  );
  await db.query(
    `INSERT INTO promo_redemptions (promo_code, mailbox_hash, redeemed_at)
     SELECT promo_code, $2, redeemed_at FROM promo_redemptions WHERE mailbox_hash = $1
     ON CONFLICT (promo_code, mailbox_hash) DO NOTHING`,
    [from, to],
  );
  await db.query(
    `WITH former AS (DELETE FROM suspended_mailboxes WHERE mailbox_hash = $1 RETURNING suspended_at, reason)
     INSERT INTO suspended_mailboxes (mailbox_hash, suspended_at, reason) SELECT $2, suspended_at, reason FROM former
     ON CONFLICT (mailbox_hash) DO NOTHING`,
    [from, to],
  );
  const given = await db.query('SELECT FROM ledger_entries WHERE key = $1', [`signup:${from}`]);
  if (given.rowCount !== 1) return;
  const key = `signup:${to}`;
  await ledger.grant(db, { sub, tariff: FREE_TARIFF, checks: 0, reason: 'signup', key, expiresAt: null });
}
