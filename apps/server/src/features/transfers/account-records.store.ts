import type { AccountStore, Direction, Page, PageAsk, Position, TransferRecord } from '@assay/exposure';
import type { PoolClient } from '../../db/index.ts';
import { accountFacts, type MetAccounts, subjectFacts } from './account-facts.store.ts';
import { transfersTable } from './asset-tables.store.ts';
import type { Ledger } from './ledger.store.ts';
import { secondOf } from './positions.ts';
import type { LabelsPort } from './transfers.ports.ts';
import { readZeroAmounts } from './zero-amounts.store.ts';

/**
 * Both answer every ask from one covering index, in one round trip, and bring along who stands at the other end: the
 * walk asks for that next.
 */
function pageText(direction: Direction, ledgerId: number): string {
  const [near, far] = direction === 'bwd' ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
  const [side, order] = direction === 'bwd' ? ['<=', 'DESC'] : ['>=', 'ASC'];
  return `SELECT ask.at, r.*, a.address, a.role, a.opening_unread
            FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS ask (node, position, at)
           CROSS JOIN LATERAL (
                 SELECT t.position, t.from_id, t.to_id, t.amount, t.inflow_share, t.covered, t.outflow_share
                   FROM ${transfersTable(ledgerId)} t
                  WHERE t.${near} = ask.node AND t.position ${side} ask.position
                  ORDER BY t.position ${order} LIMIT $3) AS r
            JOIN accounts a ON a.ledger_id = ${ledgerId} AND a.id = r.${far}`;
}

/** Rows cost more here than asks: nearly every place a walk looks at is left after a few records. */
const READING = { batchSize: 512, pageLimit: 8 } as const;

type PageRow = readonly [
  at: string,
  position: string,
  from: string,
  to: string,
  amount: string,
  inflowShare: number,
  covered: number,
  outflowShare: number,
  farAddress: string,
  farRole: 'account' | 'fee' | 'issuer',
  farOpeningUnread: boolean,
];

/**
 * The walk's port over PostgreSQL for an account ledger. `client` must stay inside one repeatable-read transaction
 * while the store is used: that is what hides appends from a walk.
 */
export function accountRecords(client: PoolClient, labels: LabelsPort, ledger: Ledger): AccountStore {
  const met: MetAccounts = new Map();
  return {
    ledger: 'account',
    network: ledger.network,
    reading: READING,
    subject: (address) => subjectFacts(client, labels, ledger, address),
    page: (direction, asks, limit) => readPages(client, ledger, met, direction, asks, limit),
    accounts: (nodes) => accountFacts(client, labels, ledger, nodes, met),
    transactionIds: (positions) => readTransactionIds(client, ledger, positions),
    zeroAmountsTo: async (node) => {
      const [facts] = await accountFacts(client, labels, ledger, [node], met);
      return facts === undefined ? [] : readZeroAmounts(client, ledger, facts.address);
    },
  };
}

async function readPages(
  client: PoolClient,
  ledger: Ledger,
  met: MetAccounts,
  direction: Direction,
  asks: readonly PageAsk[],
  limit: number,
): Promise<readonly Page[]> {
  if (asks.length === 0) return [];
  const answer = await client.query<PageRow[]>({
    name: `transfers-page-${direction}-${ledger.id}`,
    text: pageText(direction, ledger.id),
    values: [
      asks.map((ask) => ask.node),
      asks.map((ask) => Math.min(ask.position, Number.MAX_SAFE_INTEGER)),
      // One more than asked tells whether there is more.
      limit + 1,
    ],
    rowMode: 'array',
  });
  // The planner may join in any order: the places of a page are put in order here.
  const records: TransferRecord[][] = asks.map(() => []);
  for (const row of answer.rows as unknown as readonly PageRow[]) {
    const record = recordOf(row);
    records[Number(row[0]) - 1]?.push(record);
    const far = direction === 'bwd' ? record.from : record.to;
    if (!met.has(far)) met.set(far, { node: far, address: row[8], role: row[9], openingUnread: row[10] });
  }
  return asks.map((ask, at) => {
    const found = (records[at] ?? []).sort((a, b) =>
      direction === 'bwd' ? b.position - a.position : a.position - b.position,
    );
    return { ask, records: found.slice(0, limit), more: found.length > limit };
  });
}

function recordOf(row: PageRow): TransferRecord {
  return {
    position: Number(row[1]),
    from: Number(row[2]),
    to: Number(row[3]),
    amount: BigInt(row[4]),
    inflowShare: row[5],
    covered: row[6],
    outflowShare: row[7],
    time: secondOf(Number(row[1])),
  };
}

async function readTransactionIds(
  client: PoolClient,
  ledger: Ledger,
  positions: readonly Position[],
): Promise<readonly string[]> {
  if (positions.length === 0) return [];
  const found = await client.query<{ position: string; transaction_id: string }>({
    name: 'transfers-transaction-ids',
    text: 'SELECT position, transaction_id FROM transfers WHERE ledger_id = $1 AND position = ANY ($2::bigint[])',
    values: [ledger.id, positions],
  });
  const byPosition = new Map(found.rows.map((row) => [Number(row.position), row.transaction_id]));
  return positions.map((position) => {
    const id = byPosition.get(position);
    if (id === undefined) throw new Error(`No record stands at position ${position}`);
    return id;
  });
}
