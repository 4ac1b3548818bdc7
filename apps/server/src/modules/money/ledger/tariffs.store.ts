import { type Db, prepared } from '../../../platform/db/index.ts';
import type { GrantReason } from './ledger.ports.ts';

/** A tariff as it is stored in the database. */
export interface StoredTariff {
  readonly id: number;
  readonly series: string;
  readonly planId: number;
  readonly expiresAt: Date | null;
  readonly left: number;
  readonly used: number;
  readonly createdAt: Date;
}

/** Ids of the plans whose tariffs have not ended at `now`, the first to end first. */
export async function listPlans(db: Db, sub: string, now: Date): Promise<readonly number[]> {
  const found = await db.query(
    prepared(
      `SELECT t.plan_id AS "planId" FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder
        WHERE h.sub = $1 AND (t.expires_at IS NULL OR t.expires_at > $2) ORDER BY t.expires_at NULLS FIRST, t.id`,
      [sub, now],
    ),
  );
  return found.rows.map(({ planId }) => planId);
}

/** Every tariff an account ever had, in the order in which check credits are taken from them. */
export async function listTariffs(db: Db, sub: string): Promise<readonly StoredTariff[]> {
  const found = await db.query(
    prepared(
      `SELECT t.id, t.series, t.plan_id AS "planId", t.expires_at AS "expiresAt", t.left_checks AS left,
            t.used_checks AS used, t.created_at AS "createdAt"
       FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder
      WHERE h.sub = $1 ORDER BY t.expires_at NULLS LAST, t.id`,
      [sub],
    ),
  );
  return found.rows;
}

/** What is given for nothing; everything else was bought, or is the operator's own decision. */
const FOR_NOTHING: readonly GrantReason[] = ['signup', 'survey', 'promo', 'telegram'];

/**
 * Check credits that accounts together have bought since a time and not had revoked, or that are left of what they
 * bought before, whichever is more.
 */
export async function boughtChecks(db: Db, subs: readonly string[], since: Date, now: Date): Promise<number> {
  const { rows } = await db.query(
    `WITH mine AS (SELECT t.* FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = ANY($1))
     SELECT greatest(
       (SELECT coalesce(sum(e.checks), 0) FROM mine JOIN ledger_entries e ON e.tariff = mine.id
         WHERE e.kind = 'grant' AND e.created_at > $2 AND e.reason <> ALL($4)
           AND NOT EXISTS (SELECT FROM ledger_entries r WHERE r.key = 'revoke:' || e.key)),
       (SELECT coalesce(sum(left_checks + held_checks), 0) FROM mine
         WHERE series <> 'free' AND (expires_at IS NULL OR expires_at > $3)))::integer AS bought`,
    [subs, since, now, FOR_NOTHING],
  );
  return rows[0]?.bought ?? 0;
}
