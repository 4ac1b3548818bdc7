import { isNetworkId, type NetworkId } from '@assay/domain';
import type { RawTransaction } from '@assay/exposure';
import { z } from 'zod';
import { type Db, jsonAs, lockNamed, type PoolClient } from '../../../../../platform/db/index.ts';

/** Only what belongs to an import whose files were all read may be appended. */
const READ = "(SELECT id FROM transfer_imports WHERE state <> 'reading')";

export interface LedgerName {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** Locks appending until the transaction ends: two appenders would only do the same work twice. */
export async function lockAppending(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('stagedTransfers')]);
}

/** Gives staged transfers the time of their block, where it is known now. Call with appending locked. */
export async function fillTimes(client: PoolClient): Promise<void> {
  await client.query(
    `UPDATE staged_transfers s SET time = b.time FROM evm_blocks b
      WHERE s.time IS NULL AND b.network = s.network AND b.number = s.block`,
  );
}

export async function stagedLedgers(db: Db): Promise<LedgerName[]> {
  const found = await db.query(
    `SELECT network, ticker FROM staged_transfers WHERE time IS NOT NULL AND import_id IN ${READ}
      GROUP BY network, ticker
      UNION SELECT network, ticker FROM staged_openings WHERE import_id IN ${READ} ORDER BY network, ticker`,
  );
  return found.rows.flatMap(({ network, ticker }) => (isNetworkId(network) ? [{ network, ticker }] : []));
}

export async function stagedCoinNetworks(db: Db): Promise<NetworkId[]> {
  const found = await db.query(
    `SELECT DISTINCT network FROM staged_coin_transactions WHERE import_id IN ${READ} ORDER BY network`,
  );
  return found.rows.map(({ network }) => network).filter(isNetworkId);
}

export async function dirtyNetworks(db: Db): Promise<NetworkId[]> {
  const found = await db.query(
    `SELECT DISTINCT network FROM evm_transactions WHERE dirty AND import_id IN ${READ} ORDER BY network`,
  );
  return found.rows.map(({ network }) => network).filter(isNetworkId);
}

export async function takeOpenings(
  client: PoolClient,
  ledger: LedgerName,
): Promise<{ readonly address: string; readonly amount: bigint }[]> {
  const taken = await client.query(
    `DELETE FROM staged_openings WHERE network = $1 AND ticker = $2 AND import_id IN ${READ}
     RETURNING import_id, address, amount`,
    [ledger.network, ledger.ticker],
  );
  return taken.rows
    .toSorted((a, b) => Number(a.import_id) - Number(b.import_id))
    .map(({ address, amount }) => ({ address, amount: BigInt(amount) }));
}

export async function takeCoins(client: PoolClient, network: NetworkId, limit: number): Promise<RawTransaction[]> {
  const taken = await client.query(
    `DELETE FROM staged_coin_transactions WHERE id IN (
       SELECT id FROM staged_coin_transactions WHERE network = $1 AND import_id IN ${READ}
        ORDER BY block, block_index, id LIMIT $2)
     RETURNING body`,
    [network, limit],
  );
  return taken.rows.map((row) => {
    const body = jsonAs(CoinBody, row.body);
    return {
      ...body,
      inputs: body.inputs.map((input) => ({ ...input, amount: input.amount === null ? null : BigInt(input.amount) })),
      outputs: body.outputs.map((output) => ({ ...output, amount: BigInt(output.amount) })),
    };
  });
}

/** A transaction as it is staged: amounts are texts. */
const CoinBody = z.object({
  transactionId: z.string(),
  block: z.number(),
  transactionIndex: z.number().nullable(),
  time: z.number(),
  coinbase: z.boolean(),
  isSignedBySeveral: z.literal(true).exactOptional(),
  inputs: z.array(
    z.object({
      transactionId: z.string(),
      index: z.number(),
      owner: z.string().nullable(),
      amount: z.string().nullable(),
    }),
  ),
  outputs: z.array(z.object({ index: z.number(), owner: z.string().nullable(), amount: z.string() })),
});

/** An EVM transaction whose native records must be derived again. */
export interface DirtyTransaction {
  readonly hash: string;
  readonly block: number;
  readonly transactionIndex: number;
  readonly time: number;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  /** Null where receipt or price is unknown. */
  readonly fee: bigint | null;
  readonly failed: boolean;
}

/** The earliest transactions with changed facts and a known sender and time; marks them clean. */
export async function takeDirty(client: PoolClient, network: NetworkId, limit: number): Promise<DirtyTransaction[]> {
  const taken = await client.query(
    `UPDATE evm_transactions t SET dirty = false
       FROM (SELECT e.hash, b.time, e.from_address FROM evm_transactions e
               JOIN evm_blocks b ON b.network = e.network AND b.number = e.block
              WHERE e.network = $1 AND e.dirty AND e.from_address IS NOT NULL AND e.import_id IN ${READ}
              ORDER BY e.block, e.transaction_index LIMIT $2) AS page
      WHERE t.network = $1 AND t.hash = page.hash
      RETURNING t.hash, t.block, t.transaction_index, page.time, page.from_address, t.to_address, t.contract_address,
                t.value, t.gas_used * coalesce(t.effective_gas_price, t.gas_price) AS fee, t.status`,
    [network, limit],
  );
  return taken.rows.map((row) => ({
    hash: row.hash,
    block: Number(row.block),
    transactionIndex: row.transaction_index,
    time: Number(row.time),
    from: row.from_address,
    to: row.to_address ?? row.contract_address,
    value: BigInt(row.value ?? 0),
    fee: row.fee === null ? null : BigInt(row.fee),
    failed: row.status === 0,
  }));
}

/** Staged rows that lack something no file has stated yet: the time of a block, the sender of a receipt. */
export async function countWaiting(db: Db): Promise<number> {
  const found = await db.query(
    `SELECT (SELECT count(*) FROM staged_transfers WHERE time IS NULL AND import_id IN ${READ})
          + (SELECT count(*) FROM evm_transactions WHERE dirty AND import_id IN ${READ}) AS waiting`,
  );
  return Number(found.rows[0]?.waiting ?? 0);
}
