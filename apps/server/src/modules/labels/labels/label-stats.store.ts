import { CATEGORIES, CATEGORY_IDS, type Category } from '@assay/domain';
import { type Db, oneOf } from '../../../platform/db/index.ts';

/** Labels below this never count in a check. */
const LEAST_CONFIDENCE = 20;

export interface LabelCount {
  readonly key: string;
  readonly labels: number;
  readonly addresses: number;
}

export interface SourceCount extends LabelCount {
  /** First and last day of the source's statements, `YYYY-MM-DD`; null when it dates none. */
  readonly oldest: string | null;
  readonly newest: string | null;
}

export interface LabelCounts {
  readonly labels: number;
  readonly addresses: number;
  readonly actors: number;
  readonly derived: number;
  readonly sources: readonly SourceCount[];
  readonly categories: readonly LabelCount[];
  readonly networks: readonly LabelCount[];
  /** By year of the source's statement; `undated` for those without. */
  readonly years: readonly LabelCount[];
}

interface CountRow {
  readonly kind: 'source' | 'category' | 'network' | 'year' | 'all';
  readonly key: string | null;
  readonly labels: number;
  readonly addresses: number;
  readonly oldest: string | null;
  readonly newest: string | null;
}

/** What the store holds, from one reading of it. */
export async function countLabels(db: Db): Promise<LabelCounts> {
  const { rows } = await db.query(
    `SELECT CASE WHEN grouping(source) = 0 THEN 'source' WHEN grouping(category) = 0 THEN 'category'
                 WHEN grouping(network) = 0 THEN 'network' WHEN grouping(year) = 0 THEN 'year' ELSE 'all' END AS kind,
            coalesce(source, category, network, year) AS key,
            count(*)::int AS labels, count(DISTINCT place)::int AS addresses,
            to_char(min(source_date), 'YYYY-MM-DD') AS oldest, to_char(max(source_date), 'YYYY-MM-DD') AS newest
     FROM (SELECT source, category, network, source_date, hashtextextended(network || address, 0) AS place,
                  coalesce(to_char(source_date, 'YYYY'), 'undated') AS year
           FROM effective_label) labels
     GROUP BY GROUPING SETS ((source), (category), (network), (year), ())
     ORDER BY count(*) DESC, coalesce(source, category, network, year) COLLATE "C"`,
  );
  const others = await db.query(
    'SELECT (SELECT count(*) FROM label_actor)::int AS actors, (SELECT count(*) FROM derived_label)::int AS derived',
  );
  const of = (kind: CountRow['kind']): LabelCount[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ key, labels, addresses }) => ({ key: key ?? '', labels, addresses }));
  const [all] = of('all');
  return {
    labels: all?.labels ?? 0,
    addresses: all?.addresses ?? 0,
    actors: others.rows[0]?.actors ?? 0,
    derived: others.rows[0]?.derived ?? 0,
    sources: rows
      .filter((row) => row.kind === 'source')
      .map(({ key, labels, addresses, oldest, newest }) => ({ key: key ?? '', labels, addresses, oldest, newest })),
    categories: of('category'),
    networks: of('network'),
    years: of('year').sort((left, right) => (left.key < right.key ? 1 : -1)),
  };
}

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
