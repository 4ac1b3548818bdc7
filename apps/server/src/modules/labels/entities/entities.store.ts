import { z } from 'zod';
import { jsonAs, type Pool, type Rows } from '../../../platform/db/index.ts';
import { labelsOfNames } from '../labels/known/named-labels.store.ts';
import type { EntitiesStore, StoredEntity } from './entities.ports.ts';

const COLUMNS = 'slug, title, names, labels, addresses, categories, networks, sources';
const BY_SLUG = `SELECT ${COLUMNS} FROM entity WHERE slug = $1` as const;

/** As refreshes of the catalogue store them (entity-catalogue.store.ts). */
const LabelCounts = z.array(z.object({ key: z.string(), labels: z.number() }));
const Sources = z.array(
  z.object({
    source: z.string(),
    labels: z.number(),
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
  }),
);

export function entitiesStore(pool: Pool): EntitiesStore {
  return {
    async search(searchKey, page, size) {
      const { rows } = await pool.query(
        `SELECT ${COLUMNS}, total FROM (
           SELECT e.*, count(*) OVER ()::int AS total,
                  EXISTS (SELECT FROM unnest(search_keys) AS key WHERE key = $1) AS is_exact,
                  EXISTS (SELECT FROM unnest(search_keys) AS key WHERE starts_with(key, $1)) AS is_start
             FROM entity e
            WHERE $1 = '' OR EXISTS (SELECT FROM unnest(search_keys) AS key WHERE strpos(key, $1) > 0)) found
          ORDER BY is_exact DESC, is_start DESC, labels DESC, slug COLLATE "C" OFFSET $2 LIMIT $3`,
        [searchKey, (page - 1) * size, size],
      );
      return { entities: rows.map(({ total: _total, ...entity }) => entityOf(entity)), total: rows[0]?.total ?? 0 };
    },
    async find(slug) {
      const { rows } = await pool.query(BY_SLUG, [slug]);
      return rows[0] === undefined ? null : entityOf(rows[0]);
    },
    async existing(slugs) {
      const { rows } = await pool.query('SELECT slug FROM entity WHERE slug = ANY ($1)', [slugs]);
      return new Set(rows.map(({ slug }) => slug));
    },
    labels: (names, page, size) => labelsOfNames(pool, names, (page - 1) * size, size),
  };
}

function entityOf({ categories, networks, sources, ...entity }: Rows[typeof BY_SLUG]): StoredEntity {
  return {
    ...entity,
    categories: jsonAs(LabelCounts, categories),
    networks: jsonAs(LabelCounts, networks),
    sources: jsonAs(Sources, sources),
  };
}
