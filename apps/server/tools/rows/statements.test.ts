import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Statements, type Text } from './statements.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'statements-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A source, in which `#{…}` is what is put into a template. */
function write(name: string, source: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, source.replaceAll('#{', '$' + '{'));
  return file;
}

let files = 0;

/** The statements of a source, a hole as `«name»`, or as what is made there: `«name = text»`. */
function textsOf(source: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  for (const [name, text] of Object.entries(others)) write(name, text);
  files += 1;
  return new Statements().of(write(`source-${files}.ts`, source)).map(({ text }) => shown(text));
}

const shown = (text: Text): string =>
  text
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.made.length === 0 ? `«${part.hole}»` : `«${part.hole} = ${shown(part.made)}»`;
    })
    .join('');

describe('the statements of a source', () => {
  it('are the first arguments of query and prepared, and the texts of objects that are', () => {
    expect(
      textsOf(`
        db.query('SELECT 1');
        this.#client.query(prepared('SELECT 2', [1]));
        db.query({ name: 'one', text: 'SELECT 3', values: [] });
        db.send('SELECT 4');
        db.query();`),
    ).toEqual(['SELECT 1', 'SELECT 2', 'SELECT 3']);
  });

  it('have constants put in, also those of files that are imported, under another name or through a third', () => {
    expect(
      textsOf(
        `import { COLUMNS as SHOWN, LEAST } from './passed.ts';
         const FROM = \`FROM things\`;
         db.query(\`SELECT #{SHOWN} \` + FROM + (' WHERE id > ' as const) + \`#{LEAST}\`);`,
        {
          'passed.ts': "export { COLUMNS, MOST as LEAST } from './columns.ts';",
          'columns.ts': "export const COLUMNS = 'id, name'; export const MOST = 7;",
        },
      ),
    ).toEqual(['SELECT id, name FROM things WHERE id > 7']);
  });

  it('are one for each arm of a condition', () => {
    expect(
      textsOf("db.query(isAll ? 'SELECT 1' : `SELECT #{isFew ? '2' : '3'}`); const A = b ? 'x' : 'y'; db.query(A);"),
    ).toEqual(['SELECT 1', 'SELECT 2', 'SELECT 3', 'x', 'y']);
  });

  it('have a hole where arms are too many', () => {
    const arms = "#{a ? 'x' : 'y'}".repeat(7);
    expect(textsOf(`db.query(\`SELECT ${arms}\`); db.query(\`SELECT #{\`${arms}\`}\`);`)).toEqual([
      'SELECT «TemplateLiteral»',
    ]);
  });

  it('have holes that are named as they are written, or by the call that gave a local name', () => {
    expect(
      textsOf(`
        const table = tableOf(id);
        db.query(\`SELECT #{column} FROM #{table}, #{stage.inputs}, #{this.#own.name} WHERE #{all.map(one).join(' AND ')} #{-1}\`);`),
    ).toEqual([
      'SELECT «column» FROM «tableOf()», «stage.inputs», «this.#own.name» WHERE «all.map().join()» «UnaryExpression»',
    ]);
  });

  it('know the file of a hole', () => {
    const other = write('tables.ts', 'export const tableOf = (id) => `things_#{checked(id)}`;');
    const file = write(
      'holes.ts',
      "import { tableOf } from './tables.ts'; db.query(`SELECT FROM #{tableOf(1)} #{own}`);",
    );
    const [statement] = new Statements().of(file);
    expect(statement?.text.filter((part) => part !== '')).toEqual([
      'SELECT FROM ',
      { hole: 'tableOf()', file, made: ['things_', { hole: 'checked()', file: other, made: [] }, ''] },
      ' ',
      { hole: 'own', file, made: [] },
    ]);
  });

  it('say what a function of the sources makes of its arguments', () => {
    expect(
      textsOf(`
        function tableOf(name) { const rest = 1; return \`#{name}_next\`; }
        const side = (column) => \`#{column} = $1\`;
        const TABLE = tableOf('things');
        db.query(\`SELECT FROM #{TABLE} WHERE #{side('id')} AND #{other('id')}\`);`),
    ).toEqual(['SELECT FROM «tableOf() = things_next» WHERE «side() = id = $1» AND «other()»']);
  });

  it('do not say what is made by a function that is not understood, or of an argument that is not there', () => {
    expect(
      textsOf(`
        import { named } from 'elsewhere';
        const kept = memo((name) => name);
        function failed(name) { throw new Error(name); }
        function perhaps(name) { if (name) return name; }
        const side = (column) => \`#{column} = $1\`;
        for (const one of [kept, failed, perhaps, named]) db.query(\`SELECT #{kept('a')} #{failed('a')} #{perhaps('a')}\`);
        db.query(\`SELECT #{named} #{side()}\`);
        db.query({ name: 'none' });`),
    ).toEqual(['SELECT «kept()» «failed()» «perhaps()»', 'SELECT «named» «side() = «column» = $1»']);
  });

  it('are what a function returns as a whole, with each arm', () => {
    expect(
      textsOf(`
        const asked = (from) => \`SELECT FROM #{from}\` as const;
        const OF_ALL = asked('things');
        function page(sort) { const way = sort ? 'ASC' : 'DESC'; return { text: \`SELECT 1 #{way}\` as const, values: [] }; }
        db.query(prepared(OF_ALL));
        db.query(asked('others'));
        db.query(page(true));
        db.query(known());`),
    ).toEqual(['SELECT FROM things', 'SELECT FROM others', 'SELECT 1 ASC', 'SELECT 1 DESC']);
  });

  it('have a hole for a sum, which to the type checker is any number', () => {
    expect(
      textsOf(`
        const MOST = 20;
        db.query(\`SELECT LIMIT #{MOST + 1}\`);
        db.query(\`SELECT LIMIT #{MOST + most}\`);
        db.query(\`SELECT #{a - 1}\`);`),
    ).toEqual(['SELECT LIMIT «BinaryExpression = 21»', 'SELECT LIMIT «BinaryExpression»', 'SELECT «BinaryExpression»']);
  });

  it('have a hole for a name that is declared more than once: by parameters and by taking values apart too', () => {
    const declared = [
      'function f(A) {}',
      'const { A } = x;',
      'const { b: A } = x;',
      'const [A] = x;',
      'const { ...A } = x;',
      'const { A = 1 } = x;',
      'const { b: A = 1 } = x;',
      'const f = (A) => 1;',
    ];
    for (const other of declared)
      expect(textsOf(`const A = 'one'; ${other} db.query(\`SELECT #{A}\`);`)).toEqual(['SELECT «A»']);
    expect(textsOf("const A = 'one'; db.query(`SELECT #{A}`);")).toEqual(['SELECT one']);
  });

  it('have a hole for what contains itself, and for what is no constant', () => {
    expect(
      textsOf("const A = `#{B}`; const B = `#{A}`; db.query(`SELECT #{A}`); let C = 'x'; db.query(`SELECT #{C}`);"),
    ).toEqual(['SELECT «TemplateLiteral»', 'SELECT «C»']);
  });

  it('say whether their rows are read as lists', () => {
    const file = write('lists.ts', "db.query({ text: 'SELECT 1', rowMode: 'array' }); db.query({ text: 'SELECT 2' });");
    expect(new Statements().of(file).map(({ asLists }) => asLists)).toEqual([true, false]);
  });
});
