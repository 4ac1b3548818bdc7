// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT slug, title, names, labels, addresses, categories, networks, sources, total FROM (\n           SELECT e.*, count(*) OVER ()::int AS total,\n                  EXISTS (SELECT FROM unnest(search_keys) AS key WHERE key = $1) AS is_exact,\n                  EXISTS (SELECT FROM unnest(search_keys) AS key WHERE starts_with(key, $1)) AS is_start\n             FROM entity e\n            WHERE $1 = '' OR EXISTS (SELECT FROM unnest(search_keys) AS key WHERE strpos(key, $1) > 0)) found\n          ORDER BY is_exact DESC, is_start DESC, labels DESC, slug COLLATE \"C\" OFFSET $2 LIMIT $3":
      { slug: string; title: string; names: string[]; labels: number; addresses: number; categories: unknown; networks: unknown; sources: unknown; total: number };
    "SELECT slug, title, names, labels, addresses, categories, networks, sources FROM entity WHERE slug = $1":
      { slug: string; title: string; names: string[]; labels: number; addresses: number; categories: unknown; networks: unknown; sources: unknown };
    "SELECT pg_advisory_xact_lock($1)":
      { pg_advisory_xact_lock: string | null };
    "SELECT version FROM entity_catalogue":
      { version: string };
    "SELECT network, address FROM evm_contracts WHERE address = ANY ($1::text[])":
      { network: string; address: string };
    "SELECT network || ' ' || sum(contracts) || ' ' || sum(mark) AS line FROM evm_contract_marks\n            GROUP BY network HAVING sum(contracts) <> 0 ORDER BY network COLLATE \"C\"":
      { line: string };
    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))":
      { pg_advisory_xact_lock: string | null };
    "SELECT content_hash FROM derived_label_set WHERE network = $1 AND asset = $2":
      { content_hash: string };
    "SELECT address, entity, category, source, confidence FROM derived_label\n        WHERE network = $1 AND asset = $2 AND address = ANY ($3::text[])":
      { address: string; entity: string; category: string; source: string; confidence: number };
    "SELECT address, entity, category, source, confidence FROM derived_label\n        WHERE network = $1 AND asset = $2 AND address COLLATE \"C\" > $3\n        ORDER BY address COLLATE \"C\" LIMIT 10000":
      { address: string; entity: string; category: string; source: string; confidence: number };
    "SELECT basis FROM derived_label_set WHERE network = $1 AND asset = $2":
      { basis: string };
    "SELECT first, CASE WHEN first THEN EXISTS (\n                    SELECT FROM label_import i\n                      JOIN pg_locks l ON l.locktype = 'advisory' AND l.classid = $1::bigint::oid\n                       AND l.objid = (hashtext(i.set_name)::bigint & 4294967295)::oid\n                       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())) END AS running\n             FROM (SELECT EXISTS (SELECT FROM label_import WHERE held IS NULL)\n                          AND NOT EXISTS (SELECT FROM label_set WHERE accepted > 0) AS first) import":
      { first: boolean; running: boolean | null };
    [text: `WITH stored AS (${string}), staged AS (${string}),\n     differing AS (\n       SELECT entry, CASE WHEN stored.facts IS NULL THEN 'added' WHEN staged.facts IS NULL THEN 'withdrawn'\n                          ELSE 'changed' END AS kind\n         FROM stored FULL JOIN staged USING (entry) WHERE stored.facts IS DISTINCT FROM staged.facts),\n     numbered AS (SELECT kind, entry, row_number() OVER (PARTITION BY kind ORDER BY entry) AS place FROM differing)\n     SELECT kind, count(*) AS count, array_agg(entry ORDER BY entry) FILTER (WHERE place <= 20) AS examples\n       FROM numbered GROUP BY kind\n     UNION ALL SELECT 'stored', count(*), NULL FROM stored`]:
      { kind: 'added' | 'withdrawn' | 'changed' | 'stored'; count: string; examples: string[] | null };
    "SELECT set_name, held, reached_at FROM label_import WHERE held IS NOT NULL ORDER BY set_name COLLATE \"C\"":
      { set_name: string; held: unknown; reached_at: Date };
    "SELECT held FROM label_import WHERE set_name = $1 AND held IS NOT NULL FOR UPDATE":
      { held: unknown };
    "SELECT coalesce(string_agg(name || ' ' || content_hash, E'\\n' ORDER BY name), '') AS sets,\n            (SELECT count(*) FROM label_withdrawal) AS withdrawals\n       FROM label_set WHERE name IS DISTINCT FROM $1::text":
      { sets: string; withdrawals: string };
    "SELECT former, version, addresses FROM label_change ORDER BY id DESC":
      { former: string; version: string; addresses: string[] | null };
    [text: `SELECT (SELECT count(*) FROM (SELECT FROM label WHERE set_name = $1 LIMIT $2) stored) AS stored,\n            (SELECT count(*) FROM (SELECT FROM staged_label WHERE set_name = $1 LIMIT $2) staged) AS staged,\n            EXISTS ((${string} EXCEPT ${string})\n                    UNION ALL (${string} EXCEPT ${string})) AS has_other_actors`]:
      { stored: string; staged: string; has_other_actors: boolean };
    "SELECT DISTINCT address FROM (SELECT address FROM staged_label WHERE set_name = $1) differing LIMIT 200001":
      { address: string };
    [text: `SELECT DISTINCT address FROM ((${string} EXCEPT ${string})\n         UNION ALL (${string} EXCEPT ${string})) differing LIMIT 200001`]:
      { address: string };
    "SELECT network, address, count(*) OVER ()::int AS total,\n            jsonb_agg(jsonb_build_object('category', category, 'entity', entity, 'source', source,\n                                         'sourceDate', to_char(source_date, 'YYYY-MM-DD'))\n                      ORDER BY source COLLATE \"C\", category COLLATE \"C\", entity COLLATE \"C\") AS labels\n       FROM effective_label\n      WHERE category = ANY ($1) AND confidence >= $3 AND (valid_to IS NULL OR valid_to > now())\n      GROUP BY network, address\n     HAVING bool_or(category = ANY ($2)) AND bool_or(category <> ALL ($2))\n      ORDER BY network COLLATE \"C\", address COLLATE \"C\" LIMIT $4":
      { network: string; address: string; total: number; labels: ({ category: string; entity: string; source: string; sourceDate: string | null })[] };
    "SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked":
      { locked: boolean | null };
    "SELECT pg_advisory_unlock($1, hashtext($2))":
      { pg_advisory_unlock: boolean | null };
    "SELECT name, origin, format, location, content_hash AS \"contentHash\", accepted, rejected, imported_at AS \"importedAt\"\n     FROM label_set ORDER BY name COLLATE \"C\"":
      { name: string; origin: 'starter' | 'import'; format: string; location: string; contentHash: string; accepted: number; rejected: number; importedAt: Date };
    "SELECT count(*)::int AS sets, coalesce(sum(accepted), 0)::int AS labels FROM label_set WHERE accepted > 0":
      { sets: number; labels: number };
    "SELECT set_name, rows_read, reached_at FROM label_import WHERE rows_read > 0 AND held IS NULL ORDER BY set_name COLLATE \"C\"":
      { set_name: string; rows_read: string; reached_at: Date };
    "INSERT INTO label_import (set_name, request) VALUES ($1, $2)\n     ON CONFLICT (set_name) DO UPDATE SET reached_at = now() RETURNING rows_read, rows_digest":
      { rows_read: string; rows_digest: string };
    "SELECT CASE WHEN grouping(source) = 0 THEN 'source' WHEN grouping(category) = 0 THEN 'category'\n                 WHEN grouping(network) = 0 THEN 'network' WHEN grouping(year) = 0 THEN 'year' ELSE 'all' END AS kind,\n            coalesce(source, category, network, year) AS key,\n            count(*)::int AS labels, count(DISTINCT place)::int AS addresses,\n            to_char(min(source_date), 'YYYY-MM-DD') AS oldest, to_char(max(source_date), 'YYYY-MM-DD') AS newest\n     FROM (SELECT source, category, network, source_date, hashtextextended(network || address, 0) AS place,\n                  coalesce(to_char(source_date, 'YYYY'), 'undated') AS year\n           FROM effective_label) labels\n     GROUP BY GROUPING SETS ((source), (category), (network), (year), ())\n     ORDER BY count(*) DESC, coalesce(source, category, network, year) COLLATE \"C\"":
      { kind: 'source' | 'category' | 'network' | 'year' | 'all'; key: string | null; labels: number; addresses: number; oldest: string | null; newest: string | null };
    "SELECT (SELECT count(*) FROM label_actor)::int AS actors, (SELECT count(*) FROM derived_label)::int AS derived":
      { actors: number; derived: number };
    "SELECT set_name AS \"setName\", tried_at AS \"triedAt\", succeeded_at AS \"succeededAt\", current_at AS \"currentAt\", failure\n       FROM label_updates ORDER BY set_name COLLATE \"C\"":
      { setName: string; triedAt: Date; succeededAt: Date | null; currentAt: Date | null; failure: string | null };
    "SELECT name FROM unnest($1::text[]) AS name\n      WHERE NOT EXISTS (SELECT FROM label_updates u WHERE u.set_name = name\n                          AND u.tried_at > now() - make_interval(\n                                hours => CASE WHEN u.failure IS NULL THEN $2::int ELSE least($2::int, $3::int) END))":
      { name: string | null };
    "WITH stored AS MATERIALIZED (\n       SELECT (SELECT coalesce(sum(accepted), 0) FROM label_set)\n            + (SELECT coalesce(sum(labels), 0) FROM derived_label_set) > $3 AS are_many)\n     SELECT address FROM label WHERE network = $1 AND NOT (SELECT are_many FROM stored)\n      UNION SELECT address FROM derived_label\n             WHERE network = $1 AND asset = $2 AND NOT (SELECT are_many FROM stored)\n      UNION ALL SELECT NULL FROM stored WHERE are_many":
      { address: string | null };
    "WITH stored AS MATERIALIZED (SELECT (SELECT coalesce(sum(accepted), 0) FROM label_set) > $2 AS are_many)\n     SELECT DISTINCT address FROM label WHERE network = ANY ($1::text[]) AND NOT (SELECT are_many FROM stored)\n      UNION ALL SELECT NULL FROM stored WHERE are_many":
      { address: string | null };
    "SELECT line, name, digest FROM (\n             SELECT 'given ' || name || ' ' || content_hash AS line, name, content_hash AS digest FROM label_set\n             UNION ALL\n             SELECT 'derived ' || network || ' ' || asset || ' ' || content_hash, NULL, content_hash\n               FROM derived_label_set WHERE labels > 0 AND $1\n             UNION ALL\n             SELECT 'withdrawn ' || encode(sha256(convert_to(string_agg(statement, E'\\n' ORDER BY statement COLLATE \"C\"),\n                                                             'UTF8')), 'hex'), NULL, ''\n               FROM (SELECT to_json(ARRAY[network, address, source, entity, category])::text AS statement\n                       FROM label_withdrawal) withdrawn HAVING count(*) > 0\n           ) sets ORDER BY line COLLATE \"C\"":
      { line: string | null; name: string | null; digest: string };
    "WITH named_actor AS MATERIALIZED (\n       SELECT actor FROM (\n         SELECT DISTINCT ON (actor) actor, entity FROM label_actor\n          WHERE actor = ANY (ARRAY(SELECT actor FROM label_actor WHERE entity = ANY ($1)))\n          ORDER BY actor, set_name COLLATE \"C\", entity COLLATE \"C\", category COLLATE \"C\" NULLS LAST) governing\n        WHERE entity = ANY ($1)\n     ), candidate AS MATERIALIZED (\n       SELECT network, address FROM (\n         SELECT network, address FROM label l\n          WHERE entity = ANY ($1) AND NOT EXISTS (SELECT FROM label_actor a WHERE a.actor = l.actor)\n          UNION SELECT network, address FROM label WHERE actor = ANY (ARRAY(SELECT actor FROM named_actor))) found\n        ORDER BY network COLLATE \"C\", address COLLATE \"C\" LIMIT $2::int + $3::int\n     )\n     SELECT network, address, entity AS name, category, confidence, source, source_url AS \"sourceUrl\",\n            to_char(source_date, 'YYYY-MM-DD') AS \"sourceDate\", to_char(valid_to, 'YYYY-MM-DD') AS \"validTo\"\n       FROM candidate JOIN effective_label USING (address, network) WHERE entity = ANY ($1)\n      ORDER BY network COLLATE \"C\", address COLLATE \"C\", source COLLATE \"C\", category COLLATE \"C\", entity COLLATE \"C\"\n      OFFSET $2 LIMIT $3":
      { network: string; address: string; name: string; category: string | null; confidence: number; source: string; sourceUrl: string | null; sourceDate: string | null; validTo: string | null };
    "SELECT content_hash FROM label_set WHERE name = $1 FOR UPDATE":
      { content_hash: string };
    "WITH staged AS (SELECT DISTINCT network, address, entity, category FROM staged_label s\n                      WHERE set_name = $1\n                        AND NOT EXISTS (SELECT FROM label_withdrawal w\n                                         WHERE w.address = s.address AND w.network = s.network AND w.source = s.source\n                                           AND w.entity = s.entity AND w.category = s.category)),\n          others AS (SELECT l.network, l.address, l.entity, l.category FROM effective_label l\n                      WHERE l.set_name <> $1 AND (l.network, l.address) IN (SELECT network, address FROM staged)),\n          every AS (SELECT * FROM staged UNION SELECT * FROM others)\n     SELECT DISTINCT thief.network || ' ' || thief.address AS place\n       FROM every thief JOIN every robbed USING (network, address)\n      WHERE thief.category = 'stolen_coins' AND robbed.category <> 'stolen_coins'\n        AND length(robbed.entity) > 2 AND position(lower(robbed.entity) IN lower(thief.entity)) > 0\n        AND NOT EXISTS (SELECT FROM effective_label l\n                         WHERE l.set_name = $1 AND l.address = thief.address AND l.network = thief.network\n                           AND l.entity IN (thief.entity, robbed.entity))\n      ORDER BY place LIMIT 20":
      { place: string };
    "SELECT network, address, source, entity, category, to_char(max(source_date), 'YYYY-MM-DD') AS \"sourceDate\",\n            bool_and(is_derived) AS \"isDerived\"\n       FROM (SELECT network, address, source, entity, category, source_date, false AS is_derived\n               FROM effective_label WHERE address = $2 AND network = $1\n             UNION ALL\n             SELECT network, address, source, entity, category, NULL, true FROM derived_label d\n              WHERE address = $2 AND network = $1\n                AND NOT EXISTS (SELECT FROM label_withdrawal w\n                                 WHERE w.address = d.address AND w.network = d.network AND w.source = d.source\n                                   AND w.entity = d.entity AND w.category = d.category)) labels\n      GROUP BY network, address, source, entity, category\n      ORDER BY source COLLATE \"C\", entity COLLATE \"C\", category COLLATE \"C\"":
      { network: string; address: string; source: string; entity: string; category: string | null; sourceDate: string | null; isDerived: boolean };
  }
}

export {};
