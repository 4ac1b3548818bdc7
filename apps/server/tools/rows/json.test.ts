import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { type Describer, openDescriber } from './describe.ts';

let database: TestDatabase;
let describer: Describer;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(`
    CREATE TABLE things (
      id bigint PRIMARY KEY, name text NOT NULL, note text, size integer, at timestamptz, stored jsonb, tags text[],
      kind text NOT NULL CHECK (kind IN ('a', 'b')), kinds text[] NOT NULL CHECK (kinds <@ ARRAY['x', 'y']),
      wide integer NOT NULL, is_old boolean NOT NULL, short varchar NOT NULL, own uuid NOT NULL, called name NOT NULL,
      few smallint NOT NULL, exact numeric NOT NULL, real float4 NOT NULL, double float8 NOT NULL)`);
  describer = await openDescriber(database.url);
});
afterAll(async () => {
  await describer.end();
  await database.drop();
});

async function typeOf(text: string): Promise<string | undefined> {
  const [first] = await describer.describe(text);
  return first?.[1];
}

it.each([
  ["json_build_object('id', id, 'note', note, 'kind', kind)", "{ id: number; note: string | null; kind: 'a' | 'b' }"],
  ["jsonb_build_object('a-b', is_old, 'at', at)", '{ "a-b": boolean; at: string | null }'],
  ['json_build_object(name, 1)', 'unknown'],
  [
    "json_build_object('of', json_build_object('tags', tags, 'kinds', kinds))",
    "{ of: { tags: string[] | null; kinds: ('x' | 'y')[] } }",
  ],
  ["json_build_object('stored', stored, 'row', t)", '{ stored: unknown; row: unknown }'],
  [
    "json_build_object('is', note IS NULL, 'has', EXISTS (SELECT), 'of', (SELECT t.size), 'all', ARRAY(SELECT wide FROM things))",
    '{ is: boolean; has: boolean; of: number | null; all: number[] }',
  ],
  [
    "json_build_object('in', name = ANY (ARRAY['x']), 'both', is_old AND is_old, 'un', is_old IS TRUE)",
    '{ in: boolean; both: boolean; un: boolean }',
  ],
  [
    "json_build_object('p', $1::integer, 'c', CASE WHEN is_old THEN 1 END, 'd', coalesce(size, 1), 'g', greatest(wide, 1))",
    '{ p: number | null; c: number | null; d: number; g: number }',
  ],
  [
    "json_build_object('n', count(*) OVER (), 'l', length(name), 'o', wide + 1, 'a', ARRAY[wide], 't', wide::text)",
    '{ n: number; l: number; o: number; a: number[]; t: string }',
  ],
  ['json_build_array(id, note, kind)', "[number, string | null, 'a' | 'b']"],
  ['to_json(wide)', 'unknown'],
  [
    "CASE WHEN is_old THEN json_build_object('a', 1) ELSE json_build_object('b', note) END",
    '{ a: number } | { b: string | null }',
  ],
  ["coalesce(json_build_array(1), '[]')", '[number]'],
  ["'[]'::jsonb", 'never[]'],
  ["'[1]'::jsonb", 'unknown'],
  ["'{}'::json", 'unknown'],
  ["json_build_object('kind', 'key', 'is', NULL::text)", "{ kind: 'key'; is: string | null }"],
  ["json_build_object('s', short, 'o', own, 'c', called)", '{ s: string; o: string; c: string }'],
  ["json_build_object('f', few, 'e', exact, 'r', real, 'd', double)", '{ f: number; e: number; r: number; d: number }'],
])('%s is %s', async (expression, type) => expect(await typeOf(`SELECT ${expression} FROM things t`)).toBe(type));

it.each([
  ["SELECT jsonb_agg(jsonb_build_object('id', id)) FROM things", '{ id: number }[] | null'],
  ["SELECT coalesce(json_agg(note), '[]') FROM things", '(string | null)[]'],
  ["SELECT coalesce(jsonb_agg(kind), '[]') FROM things", "('a' | 'b')[]"],
  ["SELECT jsonb_build_object('sum', sum(wide)) FROM things", '{ sum: number | null }'],
])('%s gives %s', async (statement, type) => expect(await typeOf(statement)).toBe(type));
