import { describe, expect, it } from 'vitest';
import { readmeProblems, type Text, tablesOf } from './module-readmes.ts';

const README = `# Money

What a user gets.

- **Tables**: \`orders\`, \`entries_<ledger>\`
- **Calls**: \`/payment\`
- **Jobs**: none
- **Settings**: none
- **Commands**: none
`;
const PLATFORM = README.replace('`orders`, `entries_<ledger>`', '`schema_migration`');
const TABLES = new Set(['orders', 'entries_%s']);
const FOLDERS = ['modules/money', 'platform'];

function problems(money: string, tables: ReadonlySet<string> = TABLES, folders = FOLDERS): string[] {
  const texts: Text[] = [
    { file: 'modules/money/README.md', text: money },
    { file: 'platform/README.md', text: PLATFORM },
  ];
  return readmeProblems(folders, texts, tables);
}

describe('the check of the README of each module', () => {
  it('accepts READMEs with their parts that name each table once', () => {
    expect(problems(README)).toEqual([]);
  });

  it('finds a module without a README', () => {
    expect(problems(README, TABLES, [...FOLDERS, 'modules/bot'])).toEqual(['modules/bot/README.md does not exist']);
  });

  it('finds a README that is long, and one that lacks a part or leaves it empty', () => {
    expect(problems(`${README}${'\nMore.\n'.repeat(9)}`)).toEqual(['modules/money/README.md: 27 lines, at most 25']);
    const lacking = README.replace('- **Jobs**: none\n', '').replace('**Settings**: none', '**Settings**:');
    expect(problems(lacking)).toEqual([
      "modules/money/README.md: has no line '- **Jobs**: …'",
      "modules/money/README.md: has no line '- **Settings**: …'",
    ]);
  });

  it('finds a table that does not exist, one that none names, and one that two name', () => {
    expect(problems(README.replace('`orders`', '`order`'))).toEqual([
      "modules/money/README.md: names the table 'order', which does not exist",
      "no README names the table 'orders'",
    ]);
    expect(problems(README.replace('`orders`', '`orders`, `schema_migration`'))).toEqual([
      "modules/money/README.md, platform/README.md: name 'schema_migration' both",
    ]);
  });
});

describe('the tables of the migrated database', () => {
  it('are those that were made and neither dropped nor renamed since', () => {
    const tables = tablesOf([
      'CREATE TABLE a (id int); CREATE UNLOGGED TABLE IF NOT EXISTS b (id int);\n-- CREATE TABLE no (id int)',
      "ALTER TABLE a RENAME TO c; DROP TABLE IF EXISTS b; EXECUTE format('CREATE TABLE d_%s (LIKE c)', 1);",
      'CREATE TABLE a (id int); ALTER TABLE a ADD COLUMN e int;',
    ]);
    expect([...tables].sort()).toEqual(['a', 'c', 'd_%s']);
  });
});
