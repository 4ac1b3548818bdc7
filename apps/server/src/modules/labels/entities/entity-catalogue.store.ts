import { type Db, LOCKS, type PoolClient } from '../../../platform/db/index.ts';
import type { EntityFacts } from './entity-facts.ts';
import { bareNameOf, searchKeyOf } from './entity-names.ts';

const NAMES_PER_FETCH = 5_000;
export async function lockCatalogue(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.entityCatalogue]);
}

/** The version of what the catalogue was computed from; null before the first time. */
export async function catalogueVersion(db: Db): Promise<string | null> {
  const { rows } = await db.query('SELECT version FROM entity_catalogue');
  return rows[0]?.version ?? null;
}

/** Which entity each name of a label means, by the rules of spelling. A portion at a time, as lists are of any length. */
export async function stageNames(client: PoolClient, facts: EntityFacts, signal: AbortSignal): Promise<void> {
  await client.query(`
    CREATE TEMP TABLE entity_name (name text PRIMARY KEY, bare text NOT NULL, slug text NOT NULL,
                                   search_key text NOT NULL, labels integer NOT NULL) ON COMMIT DROP`);
  await client.query(`
    DECLARE label_names NO SCROLL CURSOR FOR
      SELECT entity AS name, count(*)::int AS labels FROM effective_label GROUP BY entity`);
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await client.query(`FETCH ${NAMES_PER_FETCH} FROM label_names`);
    await client.query(
      'INSERT INTO entity_name SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])',
      [
        rows.map(({ name }) => name),
        rows.map(({ name }) => bareNameOf(name)),
        rows.map(({ name }) => facts.slugOf(name)),
        rows.map(({ name }) => searchKeyOf(bareNameOf(name))),
        rows.map(({ labels }) => labels),
      ],
    );
    if (rows.length < NAMES_PER_FETCH) break;
  }
  await client.query('CLOSE label_names');
  await client.query('ANALYZE entity_name');
}

export async function stageFacts(client: PoolClient, facts: EntityFacts): Promise<void> {
  const entries = facts.entries();
  await client.query(
    'CREATE TEMP TABLE entity_fact (slug text PRIMARY KEY, title text NOT NULL, search_keys text NOT NULL) ON COMMIT DROP',
  );
  // The keys of one entity as one text: PostgreSQL has no arrays of arrays of different lengths.
  await client.query('INSERT INTO entity_fact SELECT * FROM unnest($1::text[], $2::text[], $3::text[])', [
    entries.map(([slug]) => slug),
    entries.map(([, { name }]) => name),
    entries.map(([, { name, otherNames }]) => [name, ...otherNames].map(searchKeyOf).join(' ')),
  ]);
}

/** Replaces the catalogue by that of the staged names and facts. */
export async function replaceEntities(client: PoolClient, version: string): Promise<void> {
  await client.query('DELETE FROM entity');
  await client.query(INSERT_ENTITIES);
  await client.query(
    `INSERT INTO entity_catalogue (version) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET version = excluded.version, refreshed_at = now()`,
    [version],
  );
}

const INSERT_ENTITIES = `
  WITH counted AS MATERIALIZED (
    SELECT n.slug, e.network, e.category, e.source, count(*)::int AS labels,
           to_char(min(e.source_date), 'YYYY-MM-DD') AS oldest, to_char(max(e.source_date), 'YYYY-MM-DD') AS newest
      FROM effective_label e JOIN entity_name n ON n.name = e.entity
     GROUP BY n.slug, e.network, e.category, e.source
  ), addressed AS (
    SELECT n.slug, count(DISTINCT hashtextextended(e.network || ' ' || e.address, 0))::int AS addresses
      FROM effective_label e JOIN entity_name n ON n.name = e.entity GROUP BY n.slug
  ), named AS (
    SELECT slug, array_agg(name ORDER BY labels DESC, name COLLATE "C") AS names,
           (array_agg(bare ORDER BY labels DESC, name COLLATE "C"))[1] AS title,
           array_agg(DISTINCT search_key) AS search_keys, sum(labels)::int AS labels
      FROM entity_name GROUP BY slug
  ), categories AS (
    SELECT slug, jsonb_agg(jsonb_build_object('key', category, 'labels', labels)
                           ORDER BY labels DESC, category COLLATE "C") AS list
      FROM (SELECT slug, category, sum(labels)::int AS labels FROM counted GROUP BY slug, category) each GROUP BY slug
  ), networks AS (
    SELECT slug, jsonb_agg(jsonb_build_object('key', network, 'labels', labels)
                           ORDER BY labels DESC, network COLLATE "C") AS list
      FROM (SELECT slug, network, sum(labels)::int AS labels FROM counted GROUP BY slug, network) each GROUP BY slug
  ), sources AS (
    SELECT slug, jsonb_agg(jsonb_build_object('source', source, 'labels', labels, 'oldest', oldest, 'newest', newest)
                           ORDER BY labels DESC, source COLLATE "C") AS list
      FROM (SELECT slug, source, sum(labels)::int AS labels, min(oldest) AS oldest, max(newest) AS newest
              FROM counted GROUP BY slug, source) each
     GROUP BY slug
  )
  INSERT INTO entity (slug, title, names, search_keys, labels, addresses, categories, networks, sources)
  SELECT slug, coalesce(f.title, n.title), n.names,
         n.search_keys || coalesce(string_to_array(f.search_keys, ' '), '{}'), n.labels, a.addresses, c.list, w.list, s.list
    FROM named n JOIN addressed a USING (slug) JOIN categories c USING (slug) JOIN networks w USING (slug)
    JOIN sources s USING (slug) LEFT JOIN entity_fact f USING (slug)`;
