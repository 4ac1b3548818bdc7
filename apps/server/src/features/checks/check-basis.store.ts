import type { Db } from '../../db/index.ts';
import type { CheckBasis } from './check-basis.ts';

/** What the certificate of a finished check states in addition; null for checks from before certificates. */
export async function findBasis(db: Db, subId: string): Promise<CheckBasis | null> {
  const found = await db.query<{ certificate_basis: string | null }>(
    `SELECT certificate_basis FROM checks WHERE sub_id = $1
     UNION ALL
     SELECT certificate_basis FROM shared_check($1) WHERE NOT EXISTS (SELECT FROM checks WHERE sub_id = $1)`,
    [subId],
  );
  const basis = found.rows[0]?.certificate_basis ?? null;
  return basis === null ? null : JSON.parse(basis);
}
