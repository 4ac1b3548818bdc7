import { CATEGORIES, CATEGORY_IDS, type Category } from '@assay/domain';
import { type Db, oneOf } from '../../../platform/db/index.ts';

export interface LabelConflict {
  readonly network: string;
  readonly address: string;
  /** By source. */
  readonly labels: readonly {
    readonly category: Category;
    readonly entity: string;
    readonly source: string;
    /** `YYYY-MM-DD`; null where the source states none. */
    readonly sourceDate: string | null;
  }[];
}

export interface LabelConflicts {
  readonly total: number;
  /** The first of them, by network and address. */
  readonly first: readonly LabelConflict[];
}

/** Illicit by the method: tiers S and A. */
const ILLICIT = CATEGORY_IDS.filter((id) => CATEGORIES[id].tier === 'S' || CATEGORIES[id].tier === 'A');
/** Ordinary services: tiers C and D. 'Other entities' says nothing of what they do. */
const ORDINARY = CATEGORY_IDS.filter(
  (id) => (CATEGORIES[id].tier === 'C' || CATEGORIES[id].tier === 'D') && id !== 'other_entities',
);
/** Labels below this never count in a check. */
const LEAST_CONFIDENCE = 20;

/** Addresses that labels in force put on both sides: illicit, and an ordinary service. Reads all labels. */
export async function labelConflicts(db: Db, most: number): Promise<LabelConflicts> {
  const { rows } = await db.query(
    `SELECT network, address, count(*) OVER ()::int AS total,
            jsonb_agg(jsonb_build_object('category', category, 'entity', entity, 'source', source,
                                         'sourceDate', to_char(source_date, 'YYYY-MM-DD'))
                      ORDER BY source COLLATE "C", category COLLATE "C", entity COLLATE "C") AS labels
       FROM effective_label
      WHERE category = ANY ($1) AND confidence >= $3 AND (valid_to IS NULL OR valid_to > now())
      GROUP BY network, address
     HAVING bool_or(category = ANY ($2)) AND bool_or(category <> ALL ($2))
      ORDER BY network COLLATE "C", address COLLATE "C" LIMIT $4`,
    [[...ILLICIT, ...ORDINARY], ILLICIT, LEAST_CONFIDENCE, most],
  );
  return {
    total: rows[0]?.total ?? 0,
    first: rows.map(({ network, address, labels }) => ({
      network,
      address,
      labels: labels.map((label) => ({ ...label, category: oneOf(CATEGORY_IDS, label.category) })),
    })),
  };
}
