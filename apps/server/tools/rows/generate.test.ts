import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import type { RowColumns } from './describe.ts';
import { describeAll, makeTables, SERVER } from './generate.ts';
import type { Statement, Text } from './statements.ts';

type Samples = Parameters<typeof describeAll>[2];

const ONE: RowColumns = [['id', 'string']];
const TWO: RowColumns = [
  ['id', 'string'],
  ['the note', 'string | null'],
];
const ROWS: Readonly<Record<string, RowColumns>> = {
  'SELECT 1': ONE,
  'SELECT 2': TWO,
  'SELECT FROM a': ONE,
  'SELECT FROM b': ONE,
  'SELECT FROM c': TWO,
  'DELETE FROM a': [],
};

const statement = (file: string, text: Text, asLists = false): Statement => ({
  ...{ file: path.join(SERVER, file), asLists },
  text: text.map((part) => (typeof part === 'string' ? part : { ...part, file: path.join(SERVER, part.file) })),
});

/** A part that only a running server knows. */
const hole = (name: string, file: string, made: Text = []) => ({ hole: name, file, made });

/** What is generated of statements, and which texts PostgreSQL was asked of. */
async function generated(statements: readonly Statement[], samples: Samples = {}) {
  const asked: string[] = [];
  const describer = {
    describe: async (text: string) => {
      asked.push(text);
      const columns = ROWS[text];
      if (columns === undefined) throw new Error('it is not known');
      return columns;
    },
    end: async () => undefined,
  };
  const { files, refused } = await describeAll(describer, statements, samples);
  return { files: new Map([...files].map(([file, text]) => [path.relative(SERVER, file), text])), refused, asked };
}

const ANY = '$' + '{string}';
const A = 'modules/one/a.store.ts';
const B = 'modules/one/b.store.ts';

describe('the rows of statements', () => {
  it('are written for the module that sends them, those of the platform beside the database, and all others together', async () => {
    const { files } = await generated([
      statement('modules/one/deep/a.store.ts', ['SELECT 1']),
      statement('platform/audit/read.store.ts', ['SELECT 1']),
      statement('commands/one.ts', ['SELECT 2']),
    ]);
    expect([...files.keys()]).toEqual([
      'modules/one/rows.generated.ts',
      'platform/db/rows.generated.ts',
      'app/rows.generated.ts',
    ]);
    expect(files.get('modules/one/rows.generated.ts')).toContain(
      `declare module '../../platform/db/rows.ts' {\n  interface Rows {\n    "SELECT 1": { id: string };\n  }\n}\n`,
    );
    expect(files.get('platform/db/rows.generated.ts')).toContain("declare module './rows.ts' {");
    expect(files.get('app/rows.generated.ts')).toContain('"SELECT 2": { id: string; "the note": string | null };');
  });

  it('that are read as lists are lists', async () => {
    const { files } = await generated([statement(A, ['SELECT 2'], true), statement(A, ['SELECT 1'])]);
    expect(files.get('modules/one/rows.generated.ts')).toContain(
      '  interface Rows {\n    "SELECT 1": { id: string };\n  }\n\n  interface RowLists {\n    "SELECT 2": [string, string | null];\n  }\n',
    );
  });

  it('are asked for once, and not of commands; a statement without rows is not named', async () => {
    const { files, asked } = await generated([
      statement(A, ['DELETE FROM a']),
      statement(A, ['SELECT 1']),
      statement(B, ['SELECT 1']),
      ...['BEGIN', 'SET LOCAL a = 1', '  CREATE TABLE a ()', 'DECLARE a NO SCROLL CURSOR FOR SELECT 1'].map((text) =>
        statement(A, [text]),
      ),
    ]);
    expect(asked).toEqual(['DELETE FROM a', 'SELECT 1']);
    expect(files.get('modules/one/rows.generated.ts')).not.toContain('DELETE');
  });

  it('are refused by file, reason and statement where PostgreSQL refuses it', async () => {
    const { refused } = await generated([statement(A, ['SELECT 3'])]);
    expect(refused).toEqual([`${A}: Error: it is not known: SELECT 3`]);
  });
});

describe('a statement with a part that only a running server knows', () => {
  it('is named by a pattern, and described with what the file says of the part', async () => {
    const text = (file: string) => ['SELECT FROM ', hole('table', file)];
    const samples = { [A]: { table: 'a' }, [B]: { table: 'b' } };
    const { files, asked, refused } = await generated([statement(A, text(A)), statement(B, text(B))], samples);
    expect(asked).toEqual(['SELECT FROM a', 'SELECT FROM b']);
    expect(refused).toEqual([]);
    expect(files.get('modules/one/rows.generated.ts')).toContain(`[text: \`SELECT FROM ${ANY}\`]: { id: string };`);
  });

  it('is described with what a function makes there, unless the file says something else', async () => {
    const text = ['SELECT FROM ', hole('table()', A, ['b'])];
    expect((await generated([statement(A, text)])).asked).toEqual(['SELECT FROM b']);
    expect((await generated([statement(A, text)], { [A]: { 'table()': 'a' } })).asked).toEqual(['SELECT FROM a']);
  });

  it('is not described where nothing is said of the part', async () => {
    const { files, asked } = await generated([statement(A, ['SELECT FROM ', hole('table', A)])]);
    expect([files.size, asked]).toEqual([0, []]);
  });

  it('has its signs escaped', async () => {
    const rows = ROWS as Record<string, RowColumns>;
    rows['`"\\${\n a'] = ONE;
    const { files } = await generated([statement(A, ['`"\\${\n ', hole('table', A)])], { [A]: { table: 'a' } });
    expect(files.get('modules/one/rows.generated.ts')).toContain(`[text: \`\\\`"\\\\\\\${\\n ${ANY}\`]`);
    delete rows['`"\\${\n a'];
  });

  it('is refused where another of its form has other rows', async () => {
    const text = (file: string) => ['SELECT FROM ', hole('table', file)];
    const samples = { [A]: { table: 'a' }, [B]: { table: 'c' } };
    const { refused } = await generated([statement(A, text(A)), statement(B, text(B))], samples);
    expect(refused).toEqual([`${B}: Error: Texts of its form have different rows: SELECT FROM c`]);
  });

  it('is what each sample is for', async () => {
    const { refused } = await generated([statement(A, ['SELECT 1'])], { [A]: { table: 'a' } });
    expect(refused).toEqual([`samples.ts: no statement of ${A} table needs it`]);
  });
});

describe('rows that are fetched', () => {
  const fetch = statement(A, ['FETCH 10 FROM found']);
  const declare = (query: string) => statement(B, [`\n DECLARE found NO SCROLL CURSOR FOR\n${query}`]);

  it('are those of the query that the cursor of this name is declared for', async () => {
    const { files } = await generated([fetch, declare('SELECT FROM a'), declare('SELECT FROM b')]);
    expect(files.get('modules/one/rows.generated.ts')).toContain('"FETCH 10 FROM found": { id: string };');
  });

  it('are refused where no cursor is declared, and where cursors of one name have different rows', async () => {
    expect((await generated([fetch])).refused).toEqual([
      `${A}: Error: No statement declares its cursor: FETCH 10 FROM found`,
    ]);
    expect((await generated([fetch, declare('SELECT FROM a'), declare('SELECT FROM c')])).refused).toEqual([
      `${A}: Error: The cursors of its name have different rows: FETCH 10 FROM found`,
    ]);
  });
});

describe('tables that stores make', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('are made for all sessions, one of another, and what cannot be made says why', async () => {
    const texts = [
      'CREATE TEMPORARY TABLE second ON COMMIT DROP AS SELECT id FROM first WHERE id > $1',
      'CREATE TEMP TABLE first AS SELECT 1 AS id',
      'CREATE UNLOGGED TABLE third (id lost)',
    ];
    await expect(makeTables(database.url, texts)).rejects.toThrow(
      'Tables that cannot be made: error: type "lost" does not exist: CREATE UNLOGGED TABLE third (id lost)',
    );
    const { rows } = await database.pool.query('SELECT first.id, second.id AS other FROM first, second');
    expect(rows).toEqual([]);
    const { rowCount } = await database.pool.query('SELECT FROM accounts_1, transfers_1, pgboss.job LIMIT 1');
    expect(rowCount).toBe(0);
  });
});
