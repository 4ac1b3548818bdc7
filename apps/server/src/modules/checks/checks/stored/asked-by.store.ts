import type { AskedBy } from '@assay/contracts';
import { type Db, present } from '../../../../platform/db/index.ts';

/**
 * Who asked for the check of a row `check`, as JSON of {@link AskedBy}. Null where the owner of a personal workspace
 * asked, where the product itself did, and for checks of before that was stored.
 */
export function askedByOf(check: string): string {
  return `(SELECT CASE k.asked_as WHEN 'key' THEN json_build_object('kind', 'key', 'id', a.id, 'name', a.name)
                  ELSE json_build_object('kind', 'member', 'email', p.email) END
     FROM checks k LEFT JOIN api_keys a ON k.asked_as = 'key' AND a.id = k.asked_by
     LEFT JOIN users p ON k.asked_as = 'person' AND p.sub = k.asked_by
    WHERE k.sub_id = ${check}.sub_id
      AND (a.id IS NOT NULL OR (k.asked_as = 'person' AND k.asked_by IS DISTINCT FROM k.owner)))`;
}

/** Who asked for one check. */
export async function findAskedBy(db: Db, subId: string): Promise<AskedBy | null> {
  const { rows } = await db.query(`SELECT ${askedByOf('c')} AS "askedBy" FROM checks c WHERE c.sub_id = $1`, [subId]);
  return askerOf(rows[0]?.askedBy ?? null);
}

/** The JSON of `askedByOf`: a key is named by it, since it was found. */
export function askerOf(
  stored:
    | { readonly kind: 'key'; readonly id: string | null; readonly name: string | null }
    | { readonly kind: 'member'; readonly email: string | null }
    | null,
): AskedBy | null {
  if (stored === null || stored.kind === 'member') return stored;
  return { kind: 'key', id: present(stored.id), name: present(stored.name) };
}
