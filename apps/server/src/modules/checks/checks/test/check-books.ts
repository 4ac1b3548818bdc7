import type { Pool } from '../../../../platform/db/index.ts';

/** The check credits of an owner with one tariff, and the checks there are, of all owners. */
export async function checkBooks(pool: Pool, owner: string) {
  const { rows } = await pool.query<Record<'checks' | 'held' | 'taken' | 'running' | 'done' | 'failed', number>>(
    `SELECT t.left_checks AS checks, t.held_checks AS held, t.used_checks AS taken,
            (SELECT count(*)::integer FROM checks WHERE status = 'running') AS running,
            (SELECT count(*)::integer FROM checks WHERE status = 'done') AS done,
            (SELECT count(*)::integer FROM checks WHERE status = 'failed') AS failed
       FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
    [owner],
  );
  return rows[0];
}
