import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { type Describer, openDescriber, refuseOtherVersion } from './describe.ts';

const TABLES = `
  CREATE TABLE things (
    id bigint PRIMARY KEY, name text NOT NULL, note text, brief varchar, size integer, at timestamptz, stored jsonb, tags text[],
    kind text NOT NULL CHECK (kind IN ('a', 'b')), short varchar NOT NULL CHECK (short IN ('s', 't')),
    level smallint CHECK (level BETWEEN 0 AND 2), wide integer NOT NULL CHECK (wide BETWEEN 0 AND 20),
    fixed text NOT NULL CHECK (fixed = 'it''s'), kinds text[] NOT NULL CHECK (kinds <@ ARRAY['x', 'y']),
    is_old boolean NOT NULL, "odd ""name"" (of {it" text NOT NULL, loose text NOT NULL);
  ALTER TABLE things ADD CONSTRAINT loose CHECK (loose IN ('l', 'm')) NOT VALID;
  CREATE TABLE parts (thing bigint NOT NULL, part text NOT NULL, size integer);
  CREATE VIEW shown AS SELECT id, note, coalesce(note, '') AS text, kind FROM things;
  CREATE FUNCTION things_of(wanted bigint) RETURNS TABLE (id bigint, note text, kind text) LANGUAGE sql AS
    $$ SELECT t.id, t.note, t.kind FROM things t WHERE t.id = things_of.wanted $$;
  CREATE FUNCTION one_thing() RETURNS bigint LANGUAGE sql AS $$ SELECT id FROM things $$;
  CREATE FUNCTION opaque() RETURNS TABLE (id bigint) LANGUAGE plpgsql AS $$ BEGIN RETURN; END $$;`;

let database: TestDatabase;
let describer: Describer;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(TABLES);
  describer = await openDescriber(database.url);
});
afterAll(async () => {
  await describer.end();
  await database.drop();
});

/** The types of the columns of a statement, in their order. */
async function typesOf(text: string): Promise<string> {
  return (await describer.describe(text)).map(([, type]) => type).join(', ');
}

/** Each expression over `things t`, with its type. */
const ofThings = (cases: readonly (readonly [expression: string, type: string])[]) =>
  it.each(cases)('%s is %s', async (expression, type) => {
    expect(await typesOf(`SELECT ${expression} FROM things t`)).toBe(type);
  });

/** Each statement, with the types of its columns. */
const ofStatements = (cases: readonly (readonly [statement: string, types: string])[]) =>
  it.each(cases)('%s gives %s', async (statement, types) => expect(await typesOf(statement)).toBe(types));

describe('a column', () => {
  ofThings([
    ['id', 'string'],
    ['note', 'string | null'],
    ['kind', "'a' | 'b'"],
    ['short', "'s' | 't'"],
    ['level', '0 | 1 | 2 | null'],
    ['wide', 'number'],
    ['fixed', "'it\\'s'"],
    ['kinds', "('x' | 'y')[]"],
    ['tags', 'string[] | null'],
    ['"odd ""name"" (of {it"', 'string'],
    ['ctid::text', 'string'],
    ['loose', 'string'],
  ]);
  ofStatements([
    ['SELECT id, note, text, kind FROM shown', "string, string | null, string, 'a' | 'b'"],
    ['SELECT id, note, kind FROM things_of($1)', "string, string | null, 'a' | 'b'"],
    ['SELECT one_thing()', 'string | null'],
    ['SELECT id FROM opaque()', 'string | null'],
    ['SELECT tag, place FROM things, unnest(tags) WITH ORDINALITY AS u (tag, place)', 'string | null, string'],
    ['SELECT now FROM now()', 'Date'],
    ['SELECT n, m FROM ROWS FROM (unnest(ARRAY[1]), unnest(ARRAY[2])) AS u (n, m)', 'number | null, number | null'],
    ["SELECT a, b FROM (VALUES ('x', 1), ('y', NULL)) AS v (a, b)", "'x' | 'y', number | null"],
  ]);
});

describe('an expression', () => {
  ofThings([
    ['note IS NULL', 'boolean'],
    ['(size > 1) IS TRUE', 'boolean'],
    ['note IS DISTINCT FROM name', 'boolean'],
    ['ARRAY[name, note]', 'string[]'],
    ["ARRAY[kind, 'c']", "('a' | 'b' | 'c')[]"],
    ['current_date::text', 'string'],
    ['current_user', 'string'],
    ['current_schema', 'string | null'],
    ["'x'", "'x'"],
    ["'x'::varchar", "'x'"],
    ["'é\\'::text", "'é\\\\'"],
    ['NULL::text', 'string | null'],
    ['$1::text', 'string | null'],
    ['kind COLLATE "C"', "'a' | 'b'"],
    ['size::text', 'string | null'],
    ['kinds::varchar[]::text[]', 'string[]'],
    ['size::bigint', 'string | null'],
    ['wide::bigint', 'string'],
    ['short::text', "'s' | 't'"],
    ["('1'::jsonb)::int", 'number | null'],
    ['coalesce(note, kind)', 'string'],
    ['coalesce(note, NULL)', 'string | null'],
    ["coalesce(fixed, 'x')", "'it\\'s' | 'x'"],
    ['greatest(size, wide)', 'number'],
    ['least(size, level)', 'number | null'],
    ["nullif(kind, 'a')", "'a' | 'b' | null"],
    ["CASE WHEN is_old THEN 'x' ELSE kind END", "'x' | 'a' | 'b'"],
    ["CASE WHEN is_old THEN 'x' END", "'x' | null"],
    ['CASE WHEN is_old THEN note ELSE name END', 'string | null'],
    ['CASE WHEN note IS NOT NULL AND is_old THEN note ELSE name END', 'string'],
    ['CASE WHEN note > name THEN note ELSE name END', 'string'],
    ['CASE WHEN note IS NOT NULL OR is_old THEN note ELSE name END', 'string | null'],
    ['CASE WHEN note IS NOT NULL THEN name ELSE note END', 'string | null'],
    ['is_old AND wide > 1', 'boolean'],
    ['is_old OR size > 1', 'boolean | null'],
    ['name || kind', 'string'],
    ['name || note', 'string | null'],
    ["'{}'::json -> 'a'", 'unknown'],
    ["'{}'::json ->> 'a'", 'string | null'],
    ["'{}'::json #> ARRAY['a']", 'unknown'],
    ["'{}'::json #>> ARRAY['a']", 'string | null'],
    ["'{}'::jsonb @? '$.a'", 'boolean | null'],
    ["'{}'::jsonb @@ '$.a'", 'boolean | null'],
    ["name = ANY (ARRAY['x', kind])", 'boolean'],
    ["name = ANY (ARRAY['x', note])", 'boolean | null'],
    ['note = ANY (ARRAY[name])', 'boolean | null'],
    ['name = ANY (kinds)', 'boolean | null'],
    ['now()', 'Date'],
    ['length(name)', 'number'],
    ['length(note)', 'number | null'],
    ['reverse(name)', 'string | null'],
    ['ROW(id, note)::text', 'string'],
    ['count(*) OVER ()', 'string'],
    ['lag(id) OVER (ORDER BY id)', 'string | null'],
  ]);
});

describe('a subquery', () => {
  ofThings([
    ['EXISTS (SELECT)', 'boolean'],
    ['ARRAY(SELECT kind FROM things)', "('a' | 'b')[]"],
    ['(SELECT p.part FROM parts p WHERE p.thing = t.id)', 'string | null'],
    ['(SELECT count(*) FROM parts)', 'string'],
    ['(SELECT count(*) FROM parts LIMIT 1)', 'string | null'],
    ['(SELECT count(*) FROM parts OFFSET 1)', 'string | null'],
    ['(SELECT count(*) FROM parts HAVING count(*) > 1)', 'string | null'],
    ['(SELECT count(*) FROM parts GROUP BY part)', 'string | null'],
    ['(SELECT max(size) FROM parts)', 'number | null'],
    ['(SELECT t.kind)', "'a' | 'b'"],
    ['(SELECT t.note)', 'string | null'],
    ['(SELECT t.kind WHERE t.is_old)', "'a' | 'b' | null"],
    ["(SELECT 'x' UNION SELECT 'y')", "'x' | 'y' | null"],
    ['name IN (SELECT part FROM parts)', 'boolean'],
    ['note IN (SELECT part FROM parts)', 'boolean | null'],
    ['size IN (SELECT size FROM parts)', 'boolean | null'],
    ['wide > ALL (SELECT wide FROM things)', 'boolean | null'],
  ]);
  ofStatements([
    ['SELECT a, b FROM (SELECT kind, note FROM things) AS s (a, b)', "'a' | 'b', string | null"],
    ['SELECT (SELECT (SELECT t.kind)) FROM things t', "'a' | 'b'"],
    ['SELECT s.note FROM things t, LATERAL (SELECT t.note) AS s', 'string | null'],
  ]);
});

describe('an aggregate', () => {
  ofStatements([
    [
      'SELECT count(*), count(note), sum(wide), max(kind) FROM things',
      "string, string, string | null, 'a' | 'b' | null",
    ],
    ['SELECT sum(wide), sum(size) FROM things GROUP BY kind', 'string, string | null'],
    ['SELECT min(kind), max(kind), array_agg(kind) FROM things GROUP BY id', "'a' | 'b', 'a' | 'b', ('a' | 'b')[]"],
    ["SELECT string_agg(kind, ','), bool_and(is_old) FROM things GROUP BY name", 'string, boolean'],
    ['SELECT max(kind) FILTER (WHERE is_old) FROM things GROUP BY name', "'a' | 'b' | null"],
    ['SELECT variance(wide) FROM things GROUP BY name', 'string | null'],
    ['SELECT kind, max(wide) FROM things GROUP BY GROUPING SETS ((kind), ())', "'a' | 'b' | null, number | null"],
    ['SELECT GROUPING(kind) FROM things GROUP BY ROLLUP (kind)', 'number'],
    ['SELECT (SELECT max(t.wide) FROM (SELECT 1 AS n) AS p GROUP BY n) FROM things t', 'number | null'],
  ]);
});

describe('conditions', () => {
  ofStatements(
    [
      ['SELECT note FROM things WHERE note = $1', 'string'],
      ['SELECT note FROM things WHERE note IS NOT NULL', 'string'],
      ['SELECT note FROM things WHERE note IS NULL', 'string | null'],
      ['SELECT note, size FROM things WHERE note > name AND size > 1', 'string, number'],
      ['SELECT note FROM things WHERE note = name OR size > 1', 'string | null'],
      ['SELECT note FROM things WHERE note = ANY ($1)', 'string'],
      ['SELECT note FROM things WHERE note <> ALL ($1)', 'string | null'],
      ['SELECT brief FROM things WHERE brief = $1', 'string'],
      ['SELECT t.note FROM things t WHERE EXISTS (SELECT FROM parts p WHERE p.part = t.note)', 'string | null'],
      ['SELECT t.note, p.size FROM things t JOIN parts p ON p.part = t.note AND p.size > 1', 'string, number'],
      ['SELECT t.note FROM things t JOIN parts p ON p.part = t.note JOIN parts q ON true', 'string'],
      ['SELECT t.note FROM parts q JOIN (things t JOIN parts p ON p.part = t.note) ON true', 'string'],
      ['SELECT t.note, p.part FROM things t LEFT JOIN parts p ON p.part = t.note', 'string | null, string | null'],
      ['SELECT p.part FROM things t LEFT JOIN parts p ON p.thing = t.id WHERE p.part IS NOT NULL', 'string'],
      ['SELECT x.note FROM parts p LEFT JOIN (things x JOIN parts y ON y.part = x.note) ON true', 'string | null'],
      [
        'SELECT id, kind, part FROM things FULL JOIN (SELECT thing AS id, part FROM parts) p USING (id)',
        "string | null, 'a' | 'b' | null, string | null",
      ],
      ['SELECT id, part FROM things JOIN (SELECT thing AS id, part FROM parts) p USING (id)', 'string, string'],
    ].filter(([, types]) => types !== 'refused') as [string, string][],
  );
});

describe('a statement that is put together', () => {
  ofStatements([
    ["SELECT kind FROM things UNION ALL SELECT 'c'", "'a' | 'b' | 'c'"],
    ['SELECT name FROM things UNION SELECT note FROM things', 'string | null'],
    ["(SELECT kind FROM things EXCEPT SELECT 'a') UNION ALL SELECT NULL", "'a' | 'b' | null"],
    ['WITH w AS (SELECT kind, note FROM things) SELECT note, kind FROM w', "string | null, 'a' | 'b'"],
    ['WITH "a (b" AS (SELECT kind FROM things) SELECT (SELECT max(kind) FROM "a (b") FROM "a (b"', "'a' | 'b' | null"],
    [
      'WITH w AS (SELECT kind FROM things) SELECT (SELECT w.kind FROM w LIMIT 1), s.kind FROM (SELECT kind FROM w) s',
      "'a' | 'b' | null, 'a' | 'b'",
    ],
    ['WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r', 'number'],
    ['WITH RECURSIVE r (n) AS (SELECT size FROM things UNION ALL SELECT n FROM r) SELECT n FROM r', 'number | null'],
    [
      'WITH RECURSIVE r (n) AS (SELECT wide FROM things UNION ALL SELECT (SELECT size FROM parts) FROM r) SELECT n FROM r',
      'number | null',
    ],
    ['WITH r AS (WITH r AS (SELECT note FROM things) SELECT note FROM r) SELECT note FROM r', 'string | null'],
    ['WITH gone AS (DELETE FROM things RETURNING kind) SELECT kind FROM gone', "'a' | 'b'"],
  ]);
});

describe('a change', () => {
  ofStatements([
    ["INSERT INTO parts VALUES (1, 'x', 2) RETURNING part, size", 'string, number | null'],
    ["UPDATE things SET note = 'x' RETURNING note, size", 'string, number | null'],
    ['UPDATE things SET note = $1 RETURNING note', 'string | null'],
    ['UPDATE things SET note = $1 WHERE note = name RETURNING note', 'string | null'],
    ['UPDATE things SET size = size + 1 RETURNING size', 'number | null'],
    ['UPDATE things SET size = size + 1 WHERE size > 1 RETURNING size', 'number'],
    ['UPDATE things SET note = note || name, size = 1 WHERE note > name RETURNING note', 'string'],
    ['UPDATE things SET size = 2 WHERE note = name RETURNING note', 'string'],
    ['UPDATE things SET note = name RETURNING OLD.note, NEW.note', 'string | null, string | null'],
    [
      'UPDATE things t SET note = p.part FROM parts p WHERE p.thing = t.id RETURNING t.note, p.size',
      'string, number | null',
    ],
    ['DELETE FROM things WHERE note = name RETURNING note', 'string'],
    ['DELETE FROM things', ''],
  ]);
});

describe('a statement', () => {
  it('names its columns', async () => {
    expect(await describer.describe('SELECT id AS "the id", note FROM things')).toEqual([
      ['the id', 'string'],
      ['note', 'string | null'],
    ]);
  });

  it('is described by one version of PostgreSQL, which writes its analysis as it is read', () => {
    expect(() => refuseOtherVersion(180_004)).not.toThrow();
    for (const other of [170_009, 190_000]) expect(() => refuseOtherVersion(other)).toThrow('by PostgreSQL 18 alone');
  });

  it('is refused where PostgreSQL does not analyse it', async () => {
    await expect(describer.describe('SHOW wal_level')).rejects.toThrow('SHOW is not yet supported');
  });

  it('is refused with what PostgreSQL says where a column is not there', async () => {
    await expect(describer.describe('SELECT colour FROM things')).rejects.toThrow('column "colour" does not exist');
  });

  it('is refused with a type of which nothing is said', async () => {
    await expect(describer.describe('SELECT now()::date')).rejects.toThrow('What pg makes of date is not said');
  });
});
