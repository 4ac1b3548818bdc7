import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDescriber } from '../../tools/rows/describe.ts';
import { GENERATED, type GeneratedRows, generateRows, SERVER } from '../../tools/rows/generate.ts';
import { isNode, type Node, readSource, walk } from '../../tools/rows/source.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('rows of statements', () => {
  let database: TestDatabase;
  let rows: GeneratedRows;

  beforeAll(async () => {
    database = await testDatabase();
    rows = await generateRows(database.url);
  });
  afterAll(() => database.drop());

  it('are those of the migrated database', async () => {
    const kept = globSync(`**/${GENERATED}`, { cwd: SERVER }).map((file) => path.join(SERVER, file));
    expect([...rows.files.keys()]).toEqual(expect.arrayContaining(kept));
    // `npm run rows` writes what has changed.
    for (const [file, text] of rows.files) await expect(text).toMatchFileSnapshot(file);
  });

  it('are known of each statement: PostgreSQL accepts it', () => {
    expect(rows.refused).toEqual([]);
  });

  it('are asserted by no query', () => {
    const sources = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|\/test\//.test(file));
    expect(sources.filter((file) => assertsRows(path.join(SERVER, file)))).toEqual([]);
  });

  describe('of a statement', () => {
    const rowOf = async (text: string): Promise<Readonly<Record<string, string>>> => {
      const describer = await openDescriber(database.url);
      try {
        return Object.fromEntries(await describer.describe(text));
      } finally {
        await describer.end();
      }
    };

    it('say what may be null: columns, outer joins, aggregates of nothing', async () => {
      const text = `SELECT k.id, k.expires_at, u.email, u.sub IS NULL AS is_gone, coalesce(u.email, '') AS shown,
                           (SELECT max(created_at) FROM checks) AS last, (SELECT count(*) FROM checks) AS checks
                      FROM api_keys k LEFT JOIN users u ON u.sub = k.created_by`;
      expect(await rowOf(text)).toEqual({
        id: 'string',
        expires_at: 'Date | null',
        email: 'string | null',
        is_gone: 'boolean',
        shown: 'string',
        last: 'Date | null',
        checks: 'string',
      });
    });

    it('are narrowed by what its conditions let through', async () => {
      const text = 'SELECT expires_at, revoked_at FROM api_keys WHERE expires_at < $1 AND revoked_at IS NOT NULL';
      expect(await rowOf(text)).toEqual({ expires_at: 'Date', revoked_at: 'Date' });
      const changed = 'UPDATE api_keys SET expires_at = $1 WHERE expires_at < now() RETURNING expires_at';
      expect(await rowOf(changed)).toEqual({ expires_at: 'Date | null' });
    });

    it('hold the values of a CHECK, and the JSON that it builds', async () => {
      const text = `SELECT mode, array_agg(mode) AS modes, jsonb_agg(jsonb_build_object('id', id, 'limit', monthly_limit)) AS keys
                      FROM api_keys GROUP BY mode`;
      expect(await rowOf(text)).toEqual({
        mode: "'live' | 'test'",
        modes: "('live' | 'test')[]",
        keys: '({ id: string; limit: number | null })[]',
      });
    });

    it('are refused with what PostgreSQL says where a column is not there', async () => {
      await expect(rowOf('SELECT colour FROM api_keys')).rejects.toThrow('column "colour" does not exist');
    });
  });
});

/** Whether a source says itself what rows are: by `query<…>`, or by `as` of rows. */
function assertsRows(file: string): boolean {
  let isFound = false;
  walk(readSource(file).body, ({ type, callee, typeArguments, expression }) => {
    const isQuery = type === 'CallExpression' && isNode(callee) && lastNameOf(callee) === 'query';
    if (isQuery && isNode(typeArguments)) isFound = true;
    if (type === 'TsAsExpression' && isNode(expression) && lastNameOf(expression) === 'rows') isFound = true;
  });
  return isFound;
}

function lastNameOf({ type, property, value }: Node): unknown {
  if (type === 'MemberExpression' && isNode(property)) return property['value'];
  return type === 'Identifier' ? value : undefined;
}
