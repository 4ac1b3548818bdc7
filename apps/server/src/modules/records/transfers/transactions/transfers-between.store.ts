import { NETWORKS } from '@assay/domain';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { accountsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';

/** Amount in base units, time in Unix seconds. */
export interface TransferBetween {
  readonly transactionId: string;
  readonly amount: bigint;
  readonly time: number;
}

/** Transactions of a payer that are looked at for payments to one owner of coins, the newest first. */
const MOST_COIN_TRANSACTIONS = 20_000;

/**
 * The newest transfers by which one address paid another one, at most `most`. On UTXO networks: what the outputs of the
 * payer's transactions gave to the other, since the owner of a coin does not say which input paid it.
 */
export async function transfersBetween(
  client: PoolClient,
  ledger: Ledger,
  from: string,
  to: string,
  most: number,
): Promise<readonly TransferBetween[]> {
  const { rows } =
    NETWORKS[ledger.network].ledger === 'utxo'
      ? await client.query(BETWEEN_OWNERS, [ledger.id, from, to, most, MOST_COIN_TRANSACTIONS])
      : await client.query(betweenAccounts(ledger.id), [ledger.id, from, to, most]);
  return rows.map(({ transaction_id, amount, time }) => ({
    transactionId: transaction_id,
    amount: BigInt(amount),
    time: Number(time),
  }));
}

function betweenAccounts(ledgerId: number) {
  const account = (value: string) =>
    `(SELECT id FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND address = ${value})`;
  return `SELECT transaction_id, amount, time FROM ${transfersTable(ledgerId)}
           WHERE from_id = ${account('$2')} AND to_id = ${account('$3')} ORDER BY position DESC LIMIT $4` as const;
}

const BETWEEN_OWNERS = `
  SELECT t.transaction_id, paid.amount, t.time
    FROM (SELECT DISTINCT spent_by, spent_position FROM coin_outputs
           WHERE owner_id = (SELECT id FROM accounts WHERE ledger_id = $1 AND address = $2) AND spent_by IS NOT NULL
           ORDER BY spent_position DESC LIMIT $5) AS spent
    JOIN coin_transactions t ON t.id = spent.spent_by AND t.held
   CROSS JOIN LATERAL (
         SELECT sum(o.amount) AS amount FROM coin_outputs o
          WHERE o.created_by = t.id
            AND o.owner_id = (SELECT id FROM accounts WHERE ledger_id = $1 AND address = $3)) AS paid
   WHERE paid.amount IS NOT NULL ORDER BY spent.spent_position DESC LIMIT $4`;
