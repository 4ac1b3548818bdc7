import type { WithdrawnLabel } from '@assay/contracts';
import { CATEGORIES, isCategory } from '@assay/domain';
import { type Db, present } from '../../../platform/db/index.ts';

export interface WithdrawnQuestion {
  /** Spellings, as labels state them. */
  readonly entities: readonly string[];
  /** Null: any. */
  readonly network: string | null;
  /** Only those that were withdrawn at or after this moment; null: all. */
  readonly since: Date | null;
  readonly most: number;
}

/** Labels of these names that were withdrawn after disputes, the newest first. */
export async function withdrawnLabels(
  db: Db,
  { entities, network, since, most }: WithdrawnQuestion,
): Promise<WithdrawnLabel[]> {
  if (entities.length === 0) return [];
  const { rows } = await db.query(
    `SELECT d.id AS dispute, d.network, d.address, l.source, l.entity, l.category, d.decided_at AS "withdrawnAt"
       FROM dispute_label l JOIN dispute d ON d.id = l.dispute_id
      WHERE l.is_withdrawn AND l.entity = ANY ($1) AND ($2::text IS NULL OR d.network = $2)
        AND ($3::timestamptz IS NULL OR d.decided_at >= $3)
      ORDER BY d.decided_at DESC, d.id DESC, l.position LIMIT $4`,
    [entities, network, since, most],
  );
  return rows.map(({ withdrawnAt, network: on, address, ...label }) => ({
    ...label,
    network: present(on),
    address: present(address),
    categoryTitle: isCategory(label.category) ? CATEGORIES[label.category].title : label.category,
    withdrawnAt: present(withdrawnAt).toISOString(),
  }));
}
