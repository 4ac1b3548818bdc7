import type { Db } from '../../../platform/db/index.ts';
import type { GrantReason } from './ledger.ports.ts';

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
