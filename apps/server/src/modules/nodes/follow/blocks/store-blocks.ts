import { NETWORKS, type NetworkId } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import type { LedgersWriting, Pool } from '../../../../platform/db/index.ts';
import {
  appendCoins,
  appendTransfers,
  ensureLedger,
  findLedger,
  inLedgersTransaction,
  keepZeroAmounts,
  markContracts,
  undoBlocks,
  unmarkContracts,
  ZeroAmounts,
} from '../../../records/index.ts';
import type { BlockRef, FollowedBlock } from '../follow.ports.ts';
import { BlocksLostError, type LeaseToken, writeHeld } from '../lease.store.ts';
import { noteReorganisation } from '../status/history.store.ts';
import {
  limitIdleTime,
  markFollowedLedger,
  readFollowedHeight,
  removeBlocks,
  type StoredBlock,
  writeBlocks,
} from './followed-blocks.store.ts';

export interface StoredCounts {
  readonly blocks: number;
  /** Records that were not stored before. */
  readonly records: number;
}

/**
 * Stores consecutive blocks in one transaction: their records, what a reorganisation needs, and how far the network is
 * followed. Records that are stored already stay as they are, so the same blocks again change nothing.
 *
 * @throws LeaseLostError, BlocksLostError: nothing was stored
 */
export function storeBlocks(
  pool: Pool,
  lease: LeaseToken,
  assets: readonly string[],
  { blocks, finalHeight }: { readonly blocks: readonly FollowedBlock[]; readonly finalHeight: number },
): Promise<StoredCounts> {
  const { network } = lease;
  const keys = ledgersOf(network, assets);
  const [first] = blocks;
  if (first === undefined) throw new Error('There are no blocks to store');
  return inLedgersTransaction(pool, keys, async (clients) => {
    const { main: client } = clients;
    await limitIdleTime(client);
    await requireStored(clients, keys, first.height - 1);
    const records = await appendRecords(clients, network, assets, blocks);
    const stored: StoredBlock[] = [];
    for (const { height, hash, parentHash, time, ...block } of blocks) {
      const marked = block.ledger === 'account' ? await markContracts(client, network, block.contracts) : [];
      stored.push({ height, hash, parentHash, time, contracts: marked });
    }
    const last = stored.at(-1);
    if (last === undefined) throw new Error('There are no blocks to store');
    // The last final block stays: a reorganisation is walked back to it.
    await writeBlocks(client, network, stored, Math.min(finalHeight, last.height));
    await markLedgers(clients, keys, lease, last.height);
    await writeHeld(client, lease, { held: last, finalHeight, first });
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
  const keys = ledgersOf(lease.network, assets);
  return inLedgersTransaction(pool, keys, async (clients) => {
    const { main: client } = clients;
    await limitIdleTime(client);
    let removed = 0;
    for (const key of keys) {
      const own = clients.of(key).client;
      const ledger = await findLedger(own, key.network, key.ticker);
      if (ledger !== null) removed += (await undoBlocks(own, ledger, firstToUndo(lowest.height), lowest.time)).removed;
    }
    await markLedgers(clients, keys, lease, keep?.height ?? -1);
    await unmarkContracts(
      client,
      lease.network,
      undone.flatMap(({ contracts }) => contracts),
    );
    await removeBlocks(client, lease.network, lowest.height);
    await noteReorganisation(client, lease.network, {
      height: lowest.height - 1,
      depth: undone.length,
      records: removed,
    });
    await writeHeld(client, lease, { held: keep, finalHeight });
    return { removed };
  });
}

/**
 * Makes sure of ledgers on servers of their own before the first block is stored: no owner before can write them any
 * more, and what one of them has beyond the main database, because a process was killed between two commits, is undone.
 *
 * @returns the last block of the one that has fewest, where its server has lost blocks that the main database has, and
 *   nothing was changed; null otherwise
 */
export async function settleLedgers(
  pool: Pool,
  lease: LeaseToken,
  assets: readonly string[],
  height: number,
): Promise<number | null> {
  if (pool.ledgers === undefined) return null;
  const keys = ledgersOf(lease.network, assets);
  return await inLedgersTransaction(pool, keys, async (clients) => {
    const behind = await lowestBehind(clients, keys, height);
    if (behind !== null) return behind;
    for (const key of keys) {
      const { client, isMain } = clients.of(key);
      const ledger = isMain ? null : await findLedger(client, key.network, key.ticker);
      if (ledger === null) continue;
      const ahead = await readFollowedHeight(client, key);
      if (ahead !== null && ahead > height) await undoBlocks(client, ledger, firstToUndo(height + 1));
    }
    await markLedgers(clients, keys, lease, height);
    return null;
  });
}

/**
 * Makes sure, before records are added, that what is stored on servers of their own reaches up to a block: a gap would never
 * be filled.
 *
 * @throws BlocksLostError
 */
export async function requireStored(
  clients: LedgersWriting,
  keys: readonly FollowedLedger[],
  height: number,
): Promise<void> {
  const [key] = keys;
  if (key !== undefined && (await lowestBehind(clients, keys, height)) !== null) throw new BlocksLostError(key.network);
}

/**
 * The last block of the ledger on a server of its own that has fewest, where that is below a height: its server commits
 * first, so it has lost some since. Null otherwise.
 */
async function lowestBehind(
  clients: LedgersWriting,
  keys: readonly FollowedLedger[],
  height: number,
): Promise<number | null> {
  let lowest = height;
  for (const key of keys) {
    const { client, isMain } = clients.of(key);
    // A ledger that has just been moved there does not say.
    if (!isMain) lowest = Math.min(lowest, (await readFollowedHeight(client, key)) ?? height);
  }
  return lowest < height ? lowest : null;
}

/** The first block of a chain is never undone: it is what names the chain. */
function firstToUndo(height: number): number {
  return Math.max(1, height);
}

interface FollowedLedger {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** Always in the same order: two processes that write several ledgers never wait for each other in a circle. */
export function ledgersOf(network: NetworkId, assets: readonly string[]): readonly FollowedLedger[] {
  return [...assets].sort().map((ticker) => ({ network, ticker }));
}

/** In the main database the update of the network's row does the same. */
export async function markLedgers(
  clients: LedgersWriting,
  keys: readonly FollowedLedger[],
  lease: LeaseToken,
  height: number,
): Promise<void> {
  for (const key of keys) {
    const { client, isMain } = clients.of(key);
    if (!isMain) await markFollowedLedger(client, key, lease, height);
  }
}

/** Appends the records of these assets; a node may give others, which are added but have not joined. */
export async function appendRecords(
  clients: LedgersWriting,
  network: NetworkId,
  assets: readonly string[],
  blocks: readonly FollowedBlock[],
): Promise<number> {
  const transactions = blocks.flatMap((block) => (block.ledger === 'utxo' ? block.transactions : []));
  if (transactions.length > 0) {
    const key = { network, ticker: NETWORKS[network].native };
    const { client } = clients.of(key);
    return (await appendCoins(client, await ensureLedger(client, network, key.ticker), transactions)).added;
  }
  const byTicker = new Map<string, RawTransfer[]>();
  for (const block of blocks) {
    if (block.ledger !== 'account') continue;
    for (const { ticker, transfer } of block.transfers) {
      if (!assets.includes(ticker)) continue;
      const known = byTicker.get(ticker);
      if (known === undefined) byTicker.set(ticker, [transfer]);
      else known.push(transfer);
    }
  }
  let added = 0;
  for (const [ticker, transfers] of [...byTicker].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { client } = clients.of({ network, ticker });
    const ledger = await ensureLedger(client, network, ticker);
    await keepZeroAmounts(client, ledger, new ZeroAmounts().add(transfers));
    added += (await appendTransfers(client, ledger, { add: transfers })).added;
  }
  return added;
}
