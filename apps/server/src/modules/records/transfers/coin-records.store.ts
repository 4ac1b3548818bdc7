import type { NodeId, OutputRecord, Position, TransactionRecord, UtxoStore } from '@assay/exposure';
import { type PoolClient, prepared, present, type Rows } from '../../../platform/db/index.ts';
import { accountFacts, partyFacts, subjectFacts } from './accounts/account-facts.store.ts';
import type { Ledger } from './ledgers/ledger.store.ts';
import type { LabelsPort } from './transfers.ports.ts';

/** Both sides of a transaction as JSON lists, each from its covering index: m + n index entries a transaction. */
const SIDES = `
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_array(i.created_by, i.output_index, i.owner_id, i.amount::text, i.spent_by)
                    ORDER BY i.input_index) AS inputs
      FROM coin_outputs i WHERE i.spent_by = t.id) AS spent ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_array(o.created_by, o.output_index, o.owner_id, o.amount::text, o.spent_by)
                    ORDER BY o.output_index) AS outputs
      FROM coin_outputs o WHERE o.created_by = t.id) AS made ON true`;

const BY_NODE = `SELECT t.id, t.position, t.time, t.coinbase, t.signed_by_several, spent.inputs, made.outputs
             FROM coin_transactions t ${SIDES}
            WHERE t.id = ANY ($1::bigint[]) AND t.held` as const;

type TransactionRow = Rows[typeof BY_NODE];
type OutputJson = NonNullable<TransactionRow['outputs']>[number];

/**
 * The walk's port over PostgreSQL for a UTXO ledger. `client` must stay inside one repeatable-read transaction while
 * the store is used.
 */
export function coinRecords(client: PoolClient, labels: LabelsPort, ledger: Ledger): UtxoStore {
  return {
    ledger: 'utxo',
    network: ledger.network,
    subject: (address) => subjectFacts(client, labels, ledger, address),
    transactionsOf: (node, after, limit) => readHistory(client, node, after, limit),
    transactions: (nodes) => readTransactions(client, nodes),
    accounts: (nodes) => accountFacts(client, labels, ledger, nodes),
    parties: (nodes) => partyFacts(client, labels, ledger, nodes),
    readsAhead: true,
    transactionIds: (nodes) => readTransactionIds(client, nodes),
  };
}

/** Transactions by node, in the order asked; null where the records do not hold one. */
export async function readTransactions(
  client: PoolClient,
  nodes: readonly NodeId[],
): Promise<readonly (TransactionRecord | null)[]> {
  if (nodes.length === 0) return [];
  const found = await client.query(prepared(BY_NODE, [nodes]));
  const byNode = new Map(found.rows.map((row) => [Number(row.id), transactionOf(row)]));
  return nodes.map((node) => byNode.get(node) ?? null);
}

/** Transactions in which an owner pays or is paid, after a position, in the order of records. */
export async function readHistory(
  client: PoolClient,
  node: NodeId,
  after: Position | null,
  limit: number,
): Promise<{ readonly transactions: readonly TransactionRecord[]; readonly more: boolean }> {
  const found = await client.query(
    prepared(
      `SELECT t.id, t.position, t.time, t.coinbase, t.signed_by_several, spent.inputs, made.outputs
             FROM (
               SELECT id, position FROM (
                 (SELECT created_by AS id, created_position AS position FROM coin_outputs
                   WHERE owner_id = $1 AND created_position > $2
                   GROUP BY created_by, created_position ORDER BY created_position LIMIT $3)
                 UNION
                 (SELECT spent_by, spent_position FROM coin_outputs
                   WHERE owner_id = $1 AND spent_by IS NOT NULL AND spent_position > $2
                   GROUP BY spent_by, spent_position ORDER BY spent_position LIMIT $3)
               ) AS either ORDER BY position LIMIT $3
             ) AS page
             JOIN coin_transactions t ON t.id = page.id ${SIDES}
            ORDER BY page.position`,
      [node, after ?? -1, limit + 1],
    ),
  );
  const transactions = found.rows.map(transactionOf);
  return { transactions: transactions.slice(0, limit), more: transactions.length > limit };
}

async function readTransactionIds(client: PoolClient, nodes: readonly NodeId[]): Promise<readonly string[]> {
  if (nodes.length === 0) return [];
  const found = await client.query(
    prepared('SELECT id, transaction_id FROM coin_transactions WHERE id = ANY ($1::bigint[])', [nodes]),
  );
  const byNode = new Map(found.rows.map((row) => [Number(row.id), row.transaction_id]));
  return nodes.map((node) => {
    const id = byNode.get(node);
    if (id === undefined) throw new Error(`No transaction has the id ${node}`);
    return id;
  });
}

function transactionOf(row: TransactionRow): TransactionRecord {
  const all = (row.inputs ?? []).map(outputOf);
  const inputs = all.filter((input) => input !== null);
  const outputs = (row.outputs ?? []).map(outputOf).filter((output) => output !== null);
  const unknownInputs = all.length - inputs.length;
  const excess = sum(inputs) - sum(outputs);
  return {
    node: Number(row.id),
    // Those that are held have both.
    position: Number(present(row.position)),
    time: Number(present(row.time)),
    coinbase: row.coinbase,
    ...(row.signed_by_several ? { isSignedBySeveral: true } : {}),
    inputs,
    unknownInputs,
    outputs,
    fee: row.coinbase ? 0n : unknownInputs > 0 ? null : excess > 0n ? excess : 0n,
  };
}

function outputOf([createdBy, index, owner, amount, spentBy]: OutputJson): OutputRecord | null {
  return amount === null ? null : { createdBy, index, owner, amount: BigInt(amount), spentBy };
}

function sum(outputs: readonly OutputRecord[]): bigint {
  return outputs.reduce((total, output) => total + output.amount, 0n);
}
