import { NETWORKS } from '@assay/domain';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { forgetZeroAmounts } from '../accounts/zero-amounts.store.ts';
import { type Ledger, openForWriting } from '../ledgers/ledger.store.ts';
import { readSeconds, secondsFromBlock } from './append.store.ts';
import { undoCoinBlocks } from './append-coins.ts';
import { type AppendResult, appendTransfers } from './append-transfers.ts';
import { transferKey } from './record-key.ts';

/**
 * Takes back every record of `block` and later ones, as if they had never been appended: for reorganised chains.
 * Records of sources without block numbers stay. Must run inside a transaction.
 *
 * @param since second of that block, where it is known and no earlier block has the same: spares reading the rest of
 * the transfer ledger of an account network, and takes back zero amounts of blocks without records
 */
export async function undoBlocks(
  client: PoolClient,
  ledger: Ledger,
  block: number,
  since?: number,
): Promise<{ removed: number }> {
  if (!(block > 0)) throw new RangeError(`"block" expected a height above 0, got ${block}`);
  if (NETWORKS[ledger.network].ledger === 'utxo') return await undoCoinBlocks(client, ledger, block);
  await openForWriting(client, ledger.id);
  const seconds = await secondsFromBlock(client, ledger.id, block, since);
  const first = seconds.reduce((least, second) => Math.min(least, second), since ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(first)) await forgetZeroAmounts(client, ledger, first);
  const held = await readSeconds(client, ledger.id, seconds);
  const remove = held
    .filter((record) => record.block >= block)
    .map((record) => ({ time: record.time, key: transferKey(record) }));
  const result: AppendResult = await appendTransfers(client, ledger, { add: [], remove });
  return { removed: result.removed };
}
