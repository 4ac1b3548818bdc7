import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import type { PageQuery } from './counterparties.ports.ts';
import { pageStatement } from './pages.store.ts';
import { FIRST_PAGE } from './test/list-fixture.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // Two lists, so that no plan may take the whole table for one of them; one party of a hundred has a label.
  await database.pool.query(
    `INSERT INTO counterparties (list_id, direction, party_id, amount, records, first_time, last_time, named, address, role,
                                 entity, category, source, confidence, derived, name_order)
     SELECT list, direction, n, (n::bigint * 7919) % 1000003, n % 50, n, n + 1000, true, 'T' || md5(n::text), 'account',
            label, CASE WHEN label IS NOT NULL THEN 'mixer' END, 'test', 50, false, coalesce(lower(label), U&'\\+10FFFF')
       FROM generate_series(1, 2) AS list, unnest(ARRAY['bwd', 'fwd']) AS direction, generate_series(1, 20000) AS n,
            LATERAL (SELECT CASE WHEN n % 100 = 0 THEN 'Service ' || n END AS label) AS named`,
  );
  await database.pool.query('ANALYZE counterparties');
});
afterAll(() => database.drop());

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly Plans?: readonly Node[];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The nodes of the plan of a page. */
async function planOf(query: PageQuery): Promise<readonly Node[]> {
  const { text, values } = pageStatement({ id: 1, decimals: 6 }, query);
  return inTransaction(database.pool, async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      [...values],
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    return plan === undefined ? [] : nodesOf(plan.Plan);
  });
}

const PAGE = { ...FIRST_PAGE, limit: 25 };
const ORDERS = [
  ['amount', 'desc', 'counterparties_by_amount', '500000'],
  ['amount', 'asc', 'counterparties_by_amount', '500000'],
  ['records', 'desc', 'counterparties_by_records', '25'],
  ['first', 'asc', 'counterparties_by_first', '9000'],
  ['last', 'desc', 'counterparties_by_last', '9000'],
  ['label', 'asc', 'counterparties_by_name', 'service 400'],
] as const;

describe('a page of a list', () => {
  it.each(ORDERS)(
    'by %s %s reads its rows from the index of its order, and no others',
    async (sort, order, index, value) => {
      for (const after of [null, { value, party: 9_000 }]) {
        const plan = await planOf({ ...PAGE, sort, order, after });
        const scans = plan.filter((node) => node['Node Type'].includes('Scan'));
        expect(scans.map((node) => node['Index Name'])).toEqual([index]);
        expect(plan.some((node) => node['Node Type'] === 'Sort')).toBe(false);
        expect(scans[0]?.['Actual Rows']).toBeLessThanOrEqual(26);
      }
    },
  );

  it.each<readonly [string, Partial<PageQuery>]>([
    ['a category', { category: 'mixer' }],
    ['what has no label', { category: 'none' }],
    ['a least amount', { leastAmount: 999_000n }],
    ['a time', { seenFrom: 20_500, seenUntil: 21_000 }],
    ['the beginning of an address', { text: 'Tc4ca' }],
    ['a part of a name', { text: 'ice 190' }],
  ])('with a filter for %s scans no table', async (_name, filter) => {
    const plan = await planOf({ ...PAGE, ...filter });
    expect(plan.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });
});
