import type { Db } from '../../../platform/db/index.ts';

/**
 * Settles what an account owes, on whichever of its tariffs, with the check credits of a grant, oldest tariff first. The
 * grant's own tariff collects, as it does from a check that is released; from another one the deficit is covered.
 */
export async function coverDeficits(db: Db, key: string, now: Date): Promise<void> {
  await db.query(
    `WITH given AS (
       SELECT t.id, t.holder, e.checks FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff WHERE e.key = $1),
     locked AS MATERIALIZED (
       SELECT t.id, t.left_checks, t.deficit_checks FROM ledger_tariffs t
        WHERE t.holder = (SELECT holder FROM given) AND (t.deficit_checks > 0 OR t.id = (SELECT id FROM given))
        ORDER BY t.id FOR UPDATE),
     payer AS (SELECT l.id, least(g.checks, l.left_checks) AS checks FROM locked l JOIN given g ON g.id = l.id),
     owing AS (
       SELECT l.id, l.deficit_checks AS owed, p.id AS payer, p.checks,
              sum(l.deficit_checks) OVER (ORDER BY l.id) - l.deficit_checks AS before
         FROM locked l, payer p WHERE l.deficit_checks > 0),
     parts AS (
       SELECT id, payer, least(owed, checks - before)::integer AS part FROM owing WHERE checks > before)
     INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
     SELECT payer, CASE WHEN id = payer THEN 'collect' ELSE 'cover' END, part, 'deficit', $1, 'cover:' || $1 || ':' || id,
            $2::timestamptz
       FROM parts
     UNION ALL
     SELECT id, 'covered', part, 'deficit', $1, 'covered:' || $1 || ':' || id, $2 FROM parts WHERE id <> payer
     ON CONFLICT (key) DO NOTHING`,
    [key, now],
  );
}

/** What accounts owe, and have charged back. */
export interface Owed {
  readonly accounts: number;
  readonly checks: number;
  /** Accounts that charged back two payments or more, the newest within seven days. */
  readonly repeated: number;
}

export async function countOwed(db: Db): Promise<Owed> {
  const counted = await db.query(
    `SELECT count(DISTINCT holder)::integer AS accounts, coalesce(sum(deficit_checks), 0)::integer AS checks,
            (SELECT count(*)::integer FROM (
               SELECT FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff
                WHERE e.kind = 'revoke' AND e.reason = 'chargeback' GROUP BY t.holder
               -- One payment of a plan revokes a grant for each of its months.
               HAVING count(DISTINCT split_part(e.reference, ':', 2)) > 1
                  AND max(e.created_at) > now() - interval '7 days') AS twice) AS repeated
       FROM ledger_tariffs WHERE deficit_checks > 0`,
  );
  return counted.rows[0] ?? { accounts: 0, checks: 0, repeated: 0 };
}
