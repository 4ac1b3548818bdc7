import type { Pool } from '../../../../platform/db/index.ts';
import { inLedgersTransaction, markContracts } from '../../../records/index.ts';
import type { BlockRef, FollowedBlock } from '../follow.ports.ts';
import type { LeaseToken } from '../lease.store.ts';
import { type LoadedNow, writeJoined, writeLoaded } from './additions.store.ts';
import { addContracts, limitIdleTime, takeContracts } from './followed-blocks.store.ts';
import { appendRecords, ledgersOf, markLedgers, requireStored } from './store-blocks.ts';

/**
 * Stores final blocks of added assets in one transaction: their records and how far they are loaded.
 *
 * @throws LeaseLostError, BlocksLostError: nothing was stored
 */
export function storeAdded(
  pool: Pool,
  lease: LeaseToken,
  tickers: readonly string[],
  { blocks, rates }: { readonly blocks: readonly FollowedBlock[]; readonly rates: LoadedNow['rates'] },
): Promise<{ readonly records: number }> {
  const { network } = lease;
  const keys = ledgersOf(network, tickers);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There are no blocks to store');
  return inLedgersTransaction(pool, keys, async (clients) => {
    const { main: client } = clients;
    await limitIdleTime(client);
    await requireStored(clients, keys, first.height - 1);
    const records = await appendRecords(clients, network, tickers, blocks);
    const contracts = blocks.flatMap((block) => (block.ledger === 'account' ? block.contracts : []));
    await markContracts(client, network, contracts);
    // Known from a final block: a later block that may be undone no longer is what they are known by.
    await takeContracts(client, network, contracts);
    await markLedgers(clients, keys, lease, last.height);
    await writeLoaded(client, lease, { tickers, first, last, rates });
    return { records };
  });
}

/**
 * Stores the last blocks of added assets, up to the last stored one of the network, and makes them followed assets, in
 * one transaction.
 *
 * @param at the last stored block; null where there is none
 * @throws LeaseLostError, BlocksLostError: nothing was stored
 */
export function joinAdded(
  pool: Pool,
  lease: LeaseToken,
  tickers: readonly string[],
  { blocks, at }: { readonly blocks: readonly FollowedBlock[]; readonly at: BlockRef | null },
): Promise<{ readonly records: number }> {
  const { network } = lease;
  const keys = ledgersOf(network, tickers);
  return inLedgersTransaction(pool, keys, async (clients) => {
    const { main: client } = clients;
    await limitIdleTime(client);
    await requireStored(clients, keys, blocks[0] === undefined ? (at?.height ?? -1) : blocks[0].height - 1);
    const records = await appendRecords(clients, network, tickers, blocks);
    for (const block of blocks) {
      if (block.ledger !== 'account') continue;
      await addContracts(client, network, block.height, await markContracts(client, network, block.contracts));
    }
    await markLedgers(clients, keys, lease, at?.height ?? -1);
    await writeJoined(client, lease, tickers, at?.height ?? null);
    return { records };
  });
}
