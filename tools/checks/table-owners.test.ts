import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOREIGN_TABLES } from './foreign-tables.ts';
import { foreignTables, ownersOf, type Text, tablesIn } from './table-owners.ts';

const SERVER = 'apps/server/src';

function textsOf(pattern: string): Text[] {
  const files = globSync(pattern, { exclude: ['**/*.test.ts', '**/test/**', '**/rows.generated.ts'] });
  return files.map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}

describe('the tables of a module', () => {
  it('are named by its own sources alone, but for those in the list', () => {
    const owners = ownersOf(textsOf(`${SERVER}/{app,platform,modules/*}/README.md`));
    expect(owners.size).toBeGreaterThan(100);
    // Where this fails with fewer tables than the list has: take them out of foreign-tables.ts.
    expect(foreignTables(textsOf(`${SERVER}/**/*.ts`), owners)).toEqual(FOREIGN_TABLES);
  });

  it('are those that its README lists', () => {
    const readme = { file: `${SERVER}/modules/money/README.md`, text: '- **Tables**: `orders`, `entries_<ledger>`\n' };
    const platform = { file: `${SERVER}/platform/README.md`, text: '- **Tables**: `jobs`' };
    expect([...ownersOf([readme, platform])]).toEqual([
      ['orders', 'modules/money'],
      ['entries_<ledger>', 'modules/money'],
      ['jobs', 'platform'],
    ]);
  });

  it('are found in the statements of another module, whatever its file is called', () => {
    const owners = new Map([
      ['orders', 'modules/money'],
      ['checks', 'modules/checks'],
    ]);
    const sources = [
      { file: `${SERVER}/modules/checks/a.store.ts`, text: "db.query('SELECT FROM checks JOIN orders o ON true');" },
      { file: `${SERVER}/modules/checks/b.ts`, text: 'const of = `UPDATE orders SET paid = $1`;' },
      { file: `${SERVER}/modules/money/c.store.ts`, text: "db.query('DELETE FROM orders');" },
      { file: `${SERVER}/app/jobs/d.store.ts`, text: "db.query('TRUNCATE checks');" },
    ];
    expect(foreignTables(sources, owners)).toEqual({ 'modules/checks': ['orders'], app: ['checks'] });
  });

  it.each([
    ['SELECT a FROM ONLY orders o', true],
    ['SELECT a FROM checks c, orders o WHERE true', true],
    ['INSERT INTO "orders" (id) VALUES ($1)', true],
    ['DELETE FROM checks USING orders', true],
    ['SELECT orders, id FROM checks ORDER BY id, orders', false],
    ['SELECT FROM order_items WHERE orders = 1', false],
    ['WITH orders AS MATERIALIZED (SELECT 1) SELECT FROM orders', false],
    ['SELECT a IS DISTINCT FROM orders', false],
    ['The orders come from the table of orders.', false],
  ])('are read from a statement: %s', (sql, isNamed) => {
    expect(tablesIn(`const text = \`${sql}\`;`, ['orders']).has('orders')).toBe(isNamed);
  });
});
