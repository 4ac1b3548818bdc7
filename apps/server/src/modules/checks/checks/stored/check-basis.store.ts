import type { Db } from '../../../../platform/db/index.ts';
import type { CheckBasis } from './check-basis.ts';

/** What the certificate of a finished check states in addition; null for checks from before certificates. */
export async function findBasis(db: Db, subId: string): Promise<CheckBasis | null> {
  const found = await db.query(
    `SELECT certificate_basis FROM checks WHERE sub_id = $1
     UNION ALL
     SELECT certificate_basis FROM shared_check($1) WHERE NOT EXISTS (SELECT FROM checks WHERE sub_id = $1)`,
    [subId],
  );
  const basis = found.rows[0]?.certificate_basis ?? null;
  return basis === null ? null : JSON.parse(basis);
}

/** Stores what was read from a chain for a check, so that the result can be recomputed. */
export async function saveCutOff(db: Db, subId: string, cut: string): Promise<void> {
  await db.query('INSERT INTO live_cuts (sub_id, cut) VALUES ($1, $2)', [subId, cut]);
}

export async function findCutOff(db: Db, subId: string): Promise<string | null> {
  const found = await db.query('SELECT cut FROM live_cuts WHERE sub_id = $1', [subId]);
  return found.rows[0]?.cut ?? null;
}
