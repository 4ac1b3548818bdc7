import type { Pool } from '../../../db/index.ts';
import { listLedgers } from '../ledger.store.ts';
import type { DerivePorts } from '../transfers.ports.ts';
import { deriveLabels, presentBasis } from './derive-labels.ts';

/**
 * Draws the conclusions anew from every asset whose records or given labels are others than those they were drawn from,
 * or that were drawn by another method. To be called after each change of either. Where nothing has changed it costs a
 * few small queries an asset; whatever broke off halfway is made good by the next call; of several at once the last to
 * write looks again.
 */
export async function refreshDerivedLabels(
  pool: Pool,
  ports: DerivePorts,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const asset of await listLedgers(pool)) {
    while ((await ports.sink.basisOf(asset.network, asset.ticker)) !== (await presentBasis(pool, ports, asset))) {
      signal.throwIfAborted();
      progress(`concluding from ${asset.ticker} on ${asset.network}`);
      await deriveLabels(pool, ports, asset, signal);
    }
  }
}
