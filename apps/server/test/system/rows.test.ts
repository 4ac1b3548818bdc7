import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
