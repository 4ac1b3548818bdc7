import { NETWORKS, type NetworkId } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import type { Pool, PoolClient } from '../../db/index.ts';
import { inTransaction } from '../../db/transactions.ts';
import {
  appendCoins,
  appendTransfers,
  ensureLedger,
  findLedger,
  keepZeroAmounts,
  markContracts,
  undoBlocks,
  unmarkContracts,
  ZeroAmounts,
} from '../transfers/index.ts';
import type { BlockRef, FollowedBlock } from './follow.ports.ts';
import { removeBlocks, type StoredBlock, writeBlocks } from './followed-blocks.store.ts';
import { type LeaseToken, writeHeld } from './lease.store.ts';

export interface StoredCounts {
  readonly blocks: number;
  /** Records that were not stored before. */
  readonly records: number;
}

/**
 * Stores consecutive blocks in one transaction: their records, what a reorganisation needs, and how far the network is
 * followed. Records that are stored already stay as they are, so the same blocks again change nothing.
 *
 * @throws LeaseLostError: nothing was stored
 */
export function storeBlocks(
  pool: Pool,
  lease: LeaseToken,
  blocks: readonly FollowedBlock[],
  finalHeight: number,
): Promise<StoredCounts> {
  return inTransaction(pool, async (client) => {
    await limitIdleTime(client);
    const records = await appendRecords(client, lease.network, blocks);
    const stored: StoredBlock[] = [];
    for (const { height, hash, parentHash, time, ...block } of blocks) {
      const marked = block.ledger === 'account' ? await markContracts(client, lease.network, block.contracts) : [];
      stored.push({ height, hash, parentHash, time, contracts: marked });
    }
    const last = stored.at(-1);
    if (last === undefined) throw new Error('There are no blocks to store');
    // The last final block stays: a reorganisation is walked back to it.
    await writeBlocks(client, lease.network, stored, Math.min(finalHeight, last.height));
    await writeHeld(client, lease, { held: last, finalHeight });
    return { blocks: blocks.length, records };
  });
}

/**
 * Undoes every stored block above `keep`, null for all of them, in one transaction.
 *
 * @param undone the stored blocks above it, in any order
 * @throws LeaseLostError: nothing was undone
 */
export function undoStored(
  pool: Pool,
  lease: LeaseToken,
  assets: readonly string[],
  { keep, undone, finalHeight }: { keep: BlockRef | null; undone: readonly StoredBlock[]; finalHeight: number },
): Promise<{ readonly removed: number }> {
  const lowest = undone.reduce((least, block) => (block.height < least.height ? block : least));
  return inTransaction(pool, async (client) => {
    await limitIdleTime(client);
    let removed = 0;
    for (const ticker of assets) {
      const ledger = await findLedger(client, lease.network, ticker);
      if (ledger === null) continue;
      removed += (await undoBlocks(client, ledger, lowest.height, lowest.time)).removed;
    }
    await unmarkContracts(
      client,
      lease.network,
      undone.flatMap(({ contracts }) => contracts),
    );
    await removeBlocks(client, lease.network, lowest.height);
    await writeHeld(client, lease, { held: keep, finalHeight });
    return { removed };
  });
}

async function appendRecords(
  client: PoolClient,
  network: NetworkId,
  blocks: readonly FollowedBlock[],
): Promise<number> {
  const transactions = blocks.flatMap((block) => (block.ledger === 'utxo' ? block.transactions : []));
  if (transactions.length > 0) {
    const ledger = await ensureLedger(client, network, NETWORKS[network].native);
    return (await appendCoins(client, ledger, transactions)).added;
  }
  const byTicker = new Map<string, RawTransfer[]>();
  for (const block of blocks) {
    if (block.ledger !== 'account') continue;
    for (const { ticker, transfer } of block.transfers) {
      const known = byTicker.get(ticker);
      if (known === undefined) byTicker.set(ticker, [transfer]);
      else known.push(transfer);
    }
  }
  let added = 0;
  // Always in the same order: two processes that write several transfer ledgers never wait for each other in a circle.
  for (const [ticker, transfers] of [...byTicker].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ledger = await ensureLedger(client, network, ticker);
    await keepZeroAmounts(client, ledger, new ZeroAmounts().add(transfers));
    added += (await appendTransfers(client, ledger, { add: transfers })).added;
  }
  return added;
}

const MOST_IDLE_MS = 15_000;

/** A process that stops in the middle of a transaction would keep its locks for as long as its machine runs. */
async function limitIdleTime(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${MOST_IDLE_MS}`);
}
