import type { Pool } from '../../../../platform/db/index.ts';
import { ledgerPool } from '../../placement/in-ledger.ts';
import { listAllLedgers } from '../ledgers/ledger.store.ts';
import type { DerivePorts } from '../transfers.ports.ts';
import { deriveLabels, presentBasis } from './derive-labels.ts';

/**
 * Derives labels again for every asset whose records or given labels have changed since, or whose labels were derived
 * by another method; where only given labels have changed, only of the accounts that the change reaches. Call it after
 * each change of records or given labels. Without a change it costs a few small queries per asset. The next call repairs
 * what an interrupted one left. Of several calls at once, the last to write checks again.
 */
export async function refreshDerivedLabels(
  pool: Pool,
  ports: DerivePorts,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const asset of await listAllLedgers(pool)) {
    const server = await ledgerPool(pool, asset);
    while ((await ports.sink.basisOf(asset.network, asset.ticker)) !== (await presentBasis(server, ports, asset))) {
      signal.throwIfAborted();
      progress(`deriving labels from ${asset.ticker} on ${asset.network}`);
      await deriveLabels(server, ports, asset, signal);
    }
  }
}
