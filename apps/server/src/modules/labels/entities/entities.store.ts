import type { Pool } from '../../../platform/db/index.ts';
import { labelsOfNames } from '../labels/known/named-labels.store.ts';
import type { EntitiesStore, StoredEntity } from './entities.ports.ts';

const COLUMNS = 'slug, title, names, labels, addresses, categories, networks, sources';

export function entitiesStore(pool: Pool): EntitiesStore {
  return {
    async search(searchKey, page, size) {
      const { rows } = await pool.query<StoredEntity & { readonly total: number }>(
        `SELECT ${COLUMNS}, total FROM (
           SELECT e.*, count(*) OVER ()::int AS total,
                  EXISTS (SELECT FROM unnest(search_keys) AS key WHERE key = $1) AS is_exact,
                  EXISTS (SELECT FROM unnest(search_keys) AS key WHERE starts_with(key, $1)) AS is_start
             FROM entity e
            WHERE $1 = '' OR EXISTS (SELECT FROM unnest(search_keys) AS key WHERE strpos(key, $1) > 0)) found
          ORDER BY is_exact DESC, is_start DESC, labels DESC, slug COLLATE "C" OFFSET $2 LIMIT $3`,
        [searchKey, (page - 1) * size, size],
      );
      return { entities: rows.map(({ total: _total, ...entity }) => entity), total: rows[0]?.total ?? 0 };
    },
    async find(slug) {
      const { rows } = await pool.query<StoredEntity>(`SELECT ${COLUMNS} FROM entity WHERE slug = $1`, [slug]);
      return rows[0] ?? null;
    },
    labels: (names, page, size) => labelsOfNames(pool, names, (page - 1) * size, size),
  };
}
