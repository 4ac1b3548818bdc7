import { type Db, present } from '../../../platform/db/index.ts';

/** One inconsistency of the balance ledger. */
export interface LedgerFault {
  readonly fault: string;
  /** The tariff, check or entry that is inconsistent. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * The invariants of the whole balance ledger, as one query that finds violations. It computes every balance from the
 * entries alone, follows every reservation to its end, and compares both with the checks that were run.
 */
const INVARIANTS = `
WITH booked AS (
  SELECT tariff,
    sum(CASE kind WHEN 'grant' THEN checks WHEN 'release' THEN 1 WHEN 'refund' THEN 1
        WHEN 'reserve' THEN -1 WHEN 'lapse' THEN -checks WHEN 'revoke' THEN -checks WHEN 'collect' THEN -checks
        WHEN 'cover' THEN -checks ELSE 0 END) AS left_checks,
    sum(CASE kind WHEN 'reserve' THEN 1 WHEN 'commit' THEN -1 WHEN 'release' THEN -1 ELSE 0 END) AS held_checks,
    sum(CASE kind WHEN 'commit' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END) AS used_checks,
    sum(CASE kind WHEN 'deficit' THEN checks WHEN 'collect' THEN -checks WHEN 'covered' THEN -checks ELSE 0 END) AS deficit_checks
  FROM ledger_entries GROUP BY tariff),
running AS (
  -- The same balances after every single entry: none may ever have been below nothing.
  SELECT id, tariff,
    sum(CASE kind WHEN 'grant' THEN checks WHEN 'release' THEN 1 WHEN 'refund' THEN 1
        WHEN 'reserve' THEN -1 WHEN 'lapse' THEN -checks WHEN 'revoke' THEN -checks WHEN 'collect' THEN -checks
        WHEN 'cover' THEN -checks ELSE 0 END)
      OVER (PARTITION BY tariff ORDER BY id) AS left_checks
  FROM ledger_entries),
last_terms AS (
  SELECT DISTINCT ON (tariff) tariff, plan_id, expires_at FROM ledger_entries
   WHERE plan_id IS NOT NULL ORDER BY tariff, id DESC),
reserved AS (
  SELECT r.tariff, r.reference, s.kind AS settled, s.tariff AS settled_on, f.id IS NOT NULL AS refunded
    FROM ledger_entries r
    LEFT JOIN ledger_entries s ON s.key = 'settle:' || r.reference
    LEFT JOIN ledger_entries f ON f.key = 'refund:' || r.reference
   WHERE r.kind = 'reserve')
SELECT 'balance is not the sum of its entries' AS fault, 'tariff ' || t.id AS subject,
       concat_ws('/', coalesce(b.left_checks, 0), coalesce(b.held_checks, 0), coalesce(b.used_checks, 0), coalesce(b.deficit_checks, 0)) AS expected,
       concat_ws('/', t.left_checks, t.held_checks, t.used_checks, t.deficit_checks) AS found
  FROM ledger_tariffs t LEFT JOIN booked b ON b.tariff = t.id
 WHERE (t.left_checks, t.held_checks, t.used_checks, t.deficit_checks) IS DISTINCT FROM
       (coalesce(b.left_checks, 0), coalesce(b.held_checks, 0), coalesce(b.used_checks, 0), coalesce(b.deficit_checks, 0))
UNION ALL
SELECT 'balance was below nothing', 'entry ' || id, '0 or more', left_checks::text FROM running WHERE left_checks < 0
UNION ALL
SELECT 'plan or end is not that of the last grant', 'tariff ' || t.id,
       concat_ws(' until ', l.plan_id, l.expires_at), concat_ws(' until ', t.plan_id, t.expires_at)
  FROM ledger_tariffs t JOIN last_terms l ON l.tariff = t.id
 WHERE (t.plan_id, t.expires_at) IS DISTINCT FROM (l.plan_id, l.expires_at)
UNION ALL
SELECT 'reservation ended on another tariff', 'check ' || reference, tariff::text, settled_on::text
  FROM reserved WHERE settled_on <> tariff
UNION ALL
SELECT 'entry without a reservation', 'entry ' || e.id, 'reserve:' || e.reference, e.key
  FROM ledger_entries e
 WHERE e.kind IN ('commit', 'release', 'refund')
   AND NOT EXISTS (SELECT FROM ledger_entries r WHERE r.key = 'reserve:' || e.reference AND r.kind = 'reserve')
UNION ALL
SELECT 'deficit was covered by another number', 'grant ' || reference, checks_of_cover::text, checks_of_covered::text
  FROM (SELECT reference, coalesce(sum(checks) FILTER (WHERE kind = 'cover'), 0) AS checks_of_cover,
               coalesce(sum(checks) FILTER (WHERE kind = 'covered'), 0) AS checks_of_covered
          FROM ledger_entries WHERE kind IN ('cover', 'covered') GROUP BY reference) AS covering
 WHERE checks_of_cover <> checks_of_covered
UNION ALL
SELECT 'refund of what was not taken', 'check ' || reference, 'commit', coalesce(settled, 'none')
  FROM reserved WHERE refunded AND settled IS DISTINCT FROM 'commit'
UNION ALL
SELECT 'reservation and check disagree', 'check ' || coalesce(r.reference, c.sub_id),
       CASE WHEN c.sub_id IS NULL THEN 'a check'
            WHEN NOT c.charged AND r.reference IS NULL THEN 'nothing'
            WHEN c.status = 'running' AND c.charged THEN 'held'
            WHEN c.status = 'done' AND c.charged THEN 'commit' ELSE 'release' END,
       CASE WHEN r.reference IS NULL THEN 'nothing' ELSE coalesce(r.settled, 'held') END
  FROM reserved r FULL JOIN (SELECT * FROM checks WHERE charged OR sub_id IN (SELECT reference FROM reserved)) c
    ON c.sub_id = r.reference
 WHERE CASE WHEN c.sub_id IS NULL THEN r.settled IS NULL
            WHEN c.status = 'running' AND c.charged THEN r.reference IS NULL OR r.settled IS NOT NULL
            WHEN c.status = 'done' AND c.charged THEN r.settled IS DISTINCT FROM 'commit'
            ELSE r.settled IS DISTINCT FROM 'release' END
ORDER BY 1, 2`;

/** Every inconsistency of the balance ledger; empty when there is none. Reads one state of the database. */
export async function auditLedger(db: Db): Promise<readonly LedgerFault[]> {
  const found = await db.query(INVARIANTS);
  return found.rows.map(({ fault, subject, expected, found: there }) => ({
    fault,
    subject: present(subject),
    expected: present(expected),
    found: present(there),
  }));
}

/** How many rows an audit read. */
export async function measureLedger(db: Db): Promise<{ readonly entries: number; readonly tariffs: number }> {
  const counted = await db.query(
    `SELECT (SELECT count(*)::integer FROM ledger_entries) AS entries, (SELECT count(*)::integer FROM ledger_tariffs) AS tariffs`,
  );
  return counted.rows[0] ?? { entries: 0, tariffs: 0 };
}
