import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { TYPES } from './types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const VALUES: Readonly<Record<string, string>> = {
  _int4: "'{1}'::int4[]",
  _int8: "'{1}'::int8[]",
  _text: "'{a}'::text[]",
  bool: 'true',
  bytea: "'a'::bytea",
  char: `'a'::"char"`,
  float4: '1::float4',
  float8: '1::float8',
  int2: '1::int2',
  int4: '1::int4',
  int8: '1::int8',
  json: "'[]'::json",
  jsonb: "'[]'::jsonb",
  name: "'a'::name",
  numeric: '1::numeric',
  text: "'a'::text",
  timestamptz: 'now()',
  uuid: 'gen_random_uuid()',
  varchar: "'a'::varchar",
  void: 'pg_notify($$a$$, $$$$)',
};

it('what is said of each type is what pg makes of its values', async () => {
  expect(Object.keys(VALUES)).toEqual(Object.keys(TYPES));
  for (const [type, expression] of Object.entries(VALUES)) {
    const { rows } = await database.pool.query(`SELECT ${expression} AS value`);
    const { value } = rows[0] as { readonly value: unknown };
    const one: unknown = Array.isArray(value) && type.startsWith('_') ? value[0] : value;
    if (TYPES[type] === 'unknown') expect(one, type).toEqual([]);
    else expect(one instanceof Date ? 'Date' : Buffer.isBuffer(one) ? 'Buffer' : typeof one, type).toBe(TYPES[type]);
  }
});
