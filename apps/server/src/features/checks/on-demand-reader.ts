import type { Pool } from '../../db/index.ts';
import { inSnapshot } from '../../db/transactions.ts';
import { KnownLabels } from '../labels/index.ts';
import type { OnDemandSources } from '../sources/index.ts';
import type { OnDemandReader } from './on-demand-reading.ts';

/** On-demand reads with the labels of this installation. */
export function onDemandReader(pool: Pool, sources: OnDemandSources): OnDemandReader {
  const known = new KnownLabels({ pool });
  return {
    canAsk: (asset) => sources.canAsk(asset),
    gather: (asset, address, options) =>
      sources.gather(asset, address, {
        ...options,
        labelsOf: (addresses) =>
          // One state of the labels for each question, without a connection in between.
          inSnapshot(pool, async (client) => {
            const { labelsOf } = await known.current(client, asset.ticker);
            return labelsOf(asset.network ?? asset.ticker, addresses);
          }),
      }),
  };
}
