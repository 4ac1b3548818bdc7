import { NETWORKS, type NetworkId } from '@assay/domain';
import { FEE_SINK, type RawTransfer } from '@assay/exposure';
import type { Pool } from '../../../../../platform/db/index.ts';
import { inTransaction } from '../../../../../platform/db/transactions.ts';
import { inLedgerTransaction } from '../../../placement/in-ledger.ts';
import { addAccounts, readAccounts, reserveIds, writeAccounts } from '../../accounts/accounts.store.ts';
import { keepZeroAmounts, ZeroAmounts } from '../../accounts/zero-amounts.store.ts';
import { insertTransfers, latestPosition } from '../../append/append.store.ts';
import { appendCoins } from '../../append/append-coins.ts';
import { type AppendResult, appendTransfers } from '../../append/append-transfers.ts';
import { transferKey } from '../../append/record-key.ts';
import { followRecordsAfter } from '../../flows/follow-change.ts';
import { hasTables } from '../../ledgers/asset-tables.store.ts';
import { ensureLedger, type Ledger, lockLedger, raiseRevisionFrom } from '../../ledgers/ledger.store.ts';
import { positionAt, secondOf } from '../../positions.ts';
import { Placing } from '../placing.ts';
import { type KeptTransfers, withTransfers } from './kept-transfers.ts';
import { loadStaged } from './load-staged.ts';
import { setOpenings } from './set-openings.ts';
import {
  type DirtyTransaction,
  dirtyNetworks,
  fillTimes,
  lockAppending,
  stagedCoinNetworks,
  stagedLedgers,
  takeCoins,
  takeDirty,
  takeOpenings,
} from './staged.store.ts';
import { earliestTransfers, readImports, removeTransfers, takeTransfers } from './staged-transfers.store.ts';

const TRANSFERS_PER_BATCH = 50_000;
const TRANSACTIONS_PER_BATCH = 5_000;
const COINS_PER_BATCH = 2_000;

export interface AppendTotals {
  added: number;
  duplicates: number;
  ignored: number;
  removed: number;
}

/**
 * Appends everything in staging that belongs to imports whose files were all read, in order of time. Each batch leaves
 * staging in the transaction that appends it: after an interruption at any point, this can be run again.
 *
 * @param kept what this run has staged itself and need not read back
 */
export async function appendStaged(
  pool: Pool,
  onProgress: (appended: number) => void,
  signal: AbortSignal,
  kept: KeptTransfers | null = null,
): Promise<AppendTotals> {
  const totals: AppendTotals = { added: 0, duplicates: 0, ignored: 0, removed: 0 };
  /** @param work null when nothing is left */
  const take = async (work: () => Promise<AppendResult | null>) => {
    for (;;) {
      signal.throwIfAborted();
      const result = await work();
      if (result === null) break;
      add(totals, result);
      onProgress(totals.added + totals.duplicates);
    }
  };
  await inTransaction(pool, async (client) => {
    await lockAppending(client);
    await fillTimes(client);
  });
  for (const network of await dirtyNetworks(pool)) await take(() => appendNative(pool, network));
  for (const { network, ticker } of await stagedLedgers(pool)) {
    const report = (appended: number): void => onProgress(totals.added + totals.duplicates + appended);
    const loaded = await loadStaged(pool, { network, ticker }, report, signal, kept);
    if (loaded !== null) {
      add(totals, loaded);
      report(0);
    }
    await applyOpenings(pool, network, ticker);
    await take(
      async () =>
        (await appendAfterTip(pool, { network, ticker }, report, signal, kept)) ??
        (await appendBatch(pool, network, ticker)),
    );
  }
  for (const network of await stagedCoinNetworks(pool)) await take(() => appendCoinBatch(pool, network));
  return totals;
}

function add(totals: AppendTotals, result: AppendResult): void {
  totals.added += result.added;
  totals.duplicates += result.duplicates;
  totals.ignored += result.ignored;
  totals.removed += result.removed;
}

function appendBatch(pool: Pool, network: NetworkId, ticker: string) {
  return inLedgerTransaction(pool, { network, ticker }, async ({ main, ledger: client }) => {
    await lockAppending(main);
    const staged = { network, ticker, imports: await readImports(main), upTo: null };
    const page = await earliestTransfers(main, staged, TRANSFERS_PER_BATCH);
    if (page === null) return null;
    const ledger = await ensureLedger(client, network, ticker);
    const tip = secondOf(await latestPosition(client, ledger.id));
    // Late transfers are appended alone: those after them are appended in a faster way.
    const upTo = page.first <= tip ? Math.min(page.last, tip) : page.last;
    const transfers = await takeTransfers(main, { ...staged, upTo });
    await keepZeroAmounts(client, ledger, new ZeroAmounts().add(transfers));
    return await appendTransfers(client, ledger, { add: transfers });
  });
}

function applyOpenings(pool: Pool, network: NetworkId, ticker: string): Promise<void> {
  return inLedgerTransaction(pool, { network, ticker }, async ({ main, ledger: client }) => {
    await lockAppending(main);
    const openings = await takeOpenings(main, { network, ticker });
    if (openings.length > 0) await setOpenings(client, await ensureLedger(client, network, ticker), openings);
  });
}

function appendCoinBatch(pool: Pool, network: NetworkId) {
  const ticker = NETWORKS[network].native;
  return inLedgerTransaction(pool, { network, ticker }, async ({ main, ledger: client }) => {
    await lockAppending(main);
    const transactions = await takeCoins(main, network, COINS_PER_BATCH);
    if (transactions.length === 0) return null;
    const ledger = await ensureLedger(client, network, ticker);
    return await appendCoins(client, ledger, transactions);
  });
}

/** Native transfers and fees are derived from everything known of a transaction, so new facts replace them. */
function appendNative(pool: Pool, network: NetworkId) {
  const ticker = NETWORKS[network].native;
  return inLedgerTransaction(pool, { network, ticker }, async ({ main, ledger: client }) => {
    await lockAppending(main);
    const dirty = await takeDirty(main, network, TRANSACTIONS_PER_BATCH);
    if (dirty.length === 0) return null;
    const ledger = await ensureLedger(client, network, ticker);
    return await appendTransfers(client, ledger, {
      add: dirty.flatMap(nativeRecords),
      remove: dirty.flatMap((transaction) =>
        [feeOf(transaction, 1n), moveOf(transaction, '')].map((record) => ({
          time: transaction.time,
          key: transferKey(record),
        })),
      ),
    });
  });
}

/** The records of an EVM transaction itself: its fee, and its value unless it failed. */
export function nativeRecords(transaction: DirtyTransaction): RawTransfer[] {
  const { fee, failed, to, value } = transaction;
  return [
    ...(fee === null || fee === 0n ? [] : [feeOf(transaction, fee)]),
    ...(failed || to === null || value === 0n ? [] : [moveOf(transaction, to)]),
  ];
}

function feeOf(transaction: DirtyTransaction, fee: bigint): RawTransfer {
  return { ...positionOf(transaction), kind: 'fee', to: FEE_SINK, amount: fee };
}

function moveOf(transaction: DirtyTransaction, to: string): RawTransfer {
  return { ...positionOf(transaction), kind: 'native', to, amount: transaction.value };
}

function positionOf({ time, block, transactionIndex, hash, from }: DirtyTransaction) {
  return { time, block, transactionIndex, transactionId: hash, index: 0, ordinal: 0, from } as const;
}

/** At most this many at once: their accounts are in this process's memory, and a kill repeats at most this many. */
const MOST_RECORDS = 500_000;
/** Fewer records than this are appended without a second connection. */
const LEAST_RECORDS = 1_000;

/**
 * Appends the earliest staged transfers of an asset where all of them are later than its stored records: in one stream
 * from staging into its tables, while this process computes their ratios. Its accounts are written once. Null where
 * some transfers are late, where there are few or none, or where the asset has no tables yet.
 */
function appendAfterTip(
  pool: Pool,
  name: Pick<Ledger, 'network' | 'ticker'>,
  onProgress: (appended: number) => void,
  signal: AbortSignal,
  kept: KeptTransfers | null,
): Promise<AppendResult | null> {
  return inLedgerTransaction(pool, name, async ({ main, ledger: client, pool: server }) => {
    await lockAppending(main);
    const ledger = await ensureLedger(client, name.network, name.ticker);
    await lockLedger(client, ledger.id);
    if (!(await hasTables(client, ledger.id))) return null;
    const staged = { ...name, imports: await readImports(main), upTo: null };
    const page = await earliestTransfers(main, staged, MOST_RECORDS);
    const tip = secondOf(await latestPosition(client, ledger.id));
    if (page === null || page.count < LEAST_RECORDS || page.first <= tip) return null;
    const part = { ...staged, upTo: page.last };
    const placing = new Placing({
      // On other connections: no process changes accounts while this transaction has the lock of the transfer ledger.
      accountsOf: (addresses) => readAccounts(server, ledger.id, addresses),
      reserveIds: (count) => reserveIds(server, count),
      openings: new Map(),
      onProgress,
      signal,
    });
    const added = await withTransfers(pool, main, part, kept, (transfers) =>
      insertTransfers(client, ledger.id, placing.place(transfers)),
    );
    await writeAccounts(client, ledger.id, placing.touched);
    await addAccounts(client, ledger.id, placing.added);
    await keepZeroAmounts(client, name, placing.zero);
    await removeTransfers(main, part);
    if (added > 0) await raiseRevisionFrom(client, ledger.id, added, positionAt(page.first, 0));
    await followRecordsAfter(client, ledger, positionAt(page.first, 0) - 1);
    return { added, duplicates: placing.duplicates, ignored: placing.ignored, removed: 0 };
  });
}
