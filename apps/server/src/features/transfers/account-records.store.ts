import type { AccountStore, Position } from '@assay/exposure';
import type { PoolClient } from '../../db/index.ts';
import { accountFacts, type MetAccounts, subjectFacts } from './account-facts.store.ts';
import { AccountPages } from './account-pages.store.ts';
import { transfersTable } from './asset-tables.store.ts';
import type { Ledger } from './ledger.store.ts';
import type { LabelsPort } from './transfers.ports.ts';
import { readZeroAmounts } from './zero-amounts.store.ts';

/** Rows cost more here than asks: nearly every place a walk looks at is left after a few records. */
const READING = { batchSize: 512, pageLimit: 8 } as const;

/**
 * The walk's port over PostgreSQL for an account ledger. `client` must stay inside one repeatable-read transaction
 * while the store is used: that is what hides appends from a walk.
 */
export function accountRecords(client: PoolClient, labels: LabelsPort, ledger: Ledger): AccountStore {
  const met: MetAccounts = new Map();
  const pages = new AccountPages(client, ledger, met);
  return {
    ledger: 'account',
    network: ledger.network,
    reading: READING,
    answersTogether: true,
    subject: (address) => subjectFacts(client, labels, ledger, address),
    page: (direction, asks, limit) => pages.page(direction, asks, limit),
    accounts: (nodes) => accountFacts(client, labels, ledger, nodes, met),
    transactionIds: (positions) => readTransactionIds(client, ledger, positions),
    zeroAmountsTo: async (node) => {
      const [facts] = await accountFacts(client, labels, ledger, [node], met);
      return facts === undefined ? [] : readZeroAmounts(client, ledger, facts.address);
    },
  };
}

async function readTransactionIds(
  client: PoolClient,
  ledger: Ledger,
  positions: readonly Position[],
): Promise<readonly string[]> {
  if (positions.length === 0) return [];
  const found = await client.query<{ position: string; transaction_id: string }>({
    name: `transfers-transaction-ids-${ledger.id}`,
    text: `SELECT position, transaction_id FROM ${transfersTable(ledger.id)} WHERE ledger_id = $1 AND position = ANY ($2::bigint[])`,
    values: [ledger.id, positions],
  });
  const byPosition = new Map(found.rows.map((row) => [Number(row.position), row.transaction_id]));
  return positions.map((position) => {
    const id = byPosition.get(position);
    if (id === undefined) throw new Error(`No record stands at position ${position}`);
    return id;
  });
}
