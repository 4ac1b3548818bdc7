import type { PoolClient } from '../../apps/server/src/platform/db/index.ts';
import { RANKS_PER_SECOND, RECORD_ALONE } from './rows.ts';
import { FLOWS_APART, FLOWS_BESIDE, FLOWS_ONLY, MARKED, RECORDS_APART, TODAY } from './shapes.ts';

/** As the walk asks (packages/exposure/src/walk/options.ts), with the one more that says whether there are more. */
const PAGE_LIMIT = 32 + 1;
/** Payers whose page is asked next, at most. */
const MOST_PAYERS = 32;

interface Ask {
  readonly node: number;
  readonly position: number;
}

/** What is asked of a wallet: the page of what it was paid and of what it paid, then the pages of who paid it. */
export interface Questions {
  readonly wallet: readonly Ask[];
  readonly payers: readonly Ask[];
}

interface PageRow {
  readonly at: string;
  readonly position: string;
  readonly far: string;
}

type Way = 'today' | 'marked' | 'marked, filtered' | 'apart' | 'beside';
export const WAYS: readonly Way[] = ['today', 'marked', 'marked, filtered', 'apart', 'beside'];

const RATIOS = 't.amount, t.inflow_share, t.covered';
const PLACES = 't.marks, t.transaction_offset';

/** What a page reads, as in account-pages.store.ts, and what each way needs besides. */
function pageOf(way: Way, own: 'to_id' | 'from_id', after: string, order: string): string {
  const far = own === 'to_id' ? 'from_id' : 'to_id';
  const read = (columns: string, table: string, only: string) =>
    `SELECT t.position, t.${far} AS far, ${columns} FROM ${table} t
      WHERE t.${own} = ask.node AND t.position ${after} ask.position ${only} ORDER BY t.position ${order} LIMIT ask.most`;
  switch (way) {
    case 'today':
      return read(`${RATIOS}, t.outflow_share`, TODAY.name, '');
    case 'marked':
      return read(`${RATIOS}, ${PLACES}, t.part_offset`, MARKED.name, `AND t.${FLOWS_ONLY}`);
    case 'marked, filtered':
      // The sum keeps the planner from the index that has flows alone.
      return read(`${RATIOS}, ${PLACES}, t.part_offset`, MARKED.name, `AND t.shape + 0 <> ${RECORD_ALONE}`);
    case 'beside':
      return read(`${RATIOS}, t.transaction_rank, t.part_rank, t.marks`, FLOWS_BESIDE.name, '');
    case 'apart':
      return `SELECT * FROM ((${read(`${RATIOS}, ${PLACES}, -1 AS part_offset`, RECORDS_APART.name, `AND t.${FLOWS_ONLY}`)})
               UNION ALL (${read(`${RATIOS}, ${PLACES}, t.part_offset`, FLOWS_APART.name, '')})) AS both_tables
               ORDER BY position ${order} LIMIT ask.most`;
  }
}

function pagesText(way: Way): string {
  const asked = (nodes: number) =>
    `unnest($${nodes}::bigint[], $${nodes + 1}::bigint[], $${nodes + 2}::int[]) WITH ORDINALITY AS ask (node, position, most, at)`;
  return `SELECT ask.at, r.* FROM ${asked(1)} CROSS JOIN LATERAL (${pageOf(way, 'to_id', '<=', 'DESC')}) AS r
           UNION ALL
          SELECT -ask.at, r.* FROM ${asked(4)} CROSS JOIN LATERAL (${pageOf(way, 'from_id', '>=', 'ASC')}) AS r`;
}

function valuesOf(back: readonly Ask[], on: readonly Ask[]): readonly unknown[] {
  return [back, on].flatMap((asks) => [
    asks.map(({ node }) => node),
    asks.map(({ position }) => position),
    asks.map(() => PAGE_LIMIT),
  ]);
}

/** The statements of a walk's first two rounds. */
const roundsOf = ({ wallet, payers }: Questions): readonly (readonly unknown[])[] => [
  valuesOf(
    wallet,
    wallet.map(({ node }) => ({ node, position: 0 })),
  ),
  valuesOf(payers, []),
];

/**
 * What to ask of a wallet, the same for all ways: its payers by its latest flows, each up to the second before it paid.
 */
export async function questionsOf(client: PoolClient, node: number): Promise<Questions> {
  const wallet = [{ node, position: Number.MAX_SAFE_INTEGER }];
  const { rows } = await client.query<PageRow>(pagesText('marked'), [...valuesOf(wallet, [])]);
  const payers = new Map<number, Ask>();
  for (const { position, far } of rows) {
    const second = Math.floor(Number(position) / RANKS_PER_SECOND);
    payers.set(Number(far), { node: Number(far), position: second * RANKS_PER_SECOND - 1 });
  }
  return { wallet, payers: [...payers.values()].slice(0, MOST_PAYERS) };
}

/** Milliseconds of the two rounds. */
export async function timePages(client: PoolClient, way: Way, questions: Questions): Promise<number> {
  const began = performance.now();
  for (const values of roundsOf(questions)) {
    await client.query({ name: `pages ${way}`, text: pagesText(way), values: [...values] });
  }
  return performance.now() - began;
}

/** What the two rounds read: rows of the answer, rows read and left out, and pages of 8 kB. */
export interface Reads {
  readonly rows: number;
  readonly leftOut: number;
  readonly buffers: number;
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export async function readsOf(client: PoolClient, way: Way, questions: Questions): Promise<Reads> {
  const found = { rows: 0, leftOut: 0, buffers: 0 };
  for (const values of roundsOf(questions)) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${pagesText(way)}`,
      [...values],
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('the database explained nothing');
    found.rows += plan['Actual Rows'];
    found.leftOut += leftOutBy(plan);
    found.buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return found;
}

/** Rows left out by filters, which a plan counts by loop. */
function leftOutBy(node: PlanNode): number {
  const own = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, each) => sum + leftOutBy(each), own);
}
