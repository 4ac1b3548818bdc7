import type { Asset } from '@assay/domain';
import { type LabelsOf, METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import type { Pool } from '../../../../platform/db/index.ts';
import type { OnDemandSources } from '../../../chains/index.ts';
import { inLedgerSnapshot } from '../../../records/index.ts';
import { type LabelStates, labelStates } from './label-states.ts';
import type { OnDemandReader } from './on-demand-reading.ts';

/** On-demand reads with the labels of this installation. */
export function onDemandReader(pool: Pool, sources: OnDemandSources): OnDemandReader {
  const known = new Map<MethodVersion, LabelStates>(
    METHOD_VERSIONS.map((version) => [version, labelStates({ pool, version })]),
  );
  const labelsBy =
    (asset: Asset, version: MethodVersion): LabelsOf =>
    (addresses) =>
      // One state of the labels for each question, without a connection in between.
      inLedgerSnapshot(pool, { network: asset.network ?? '', ticker: asset.ticker }, async (client) => {
        const labels = await known.get(version)?.(client, asset);
        return (await labels?.labelsOf(asset.network ?? asset.ticker, addresses)) ?? [];
      });
  return {
    canAsk: (asset) => sources.canAsk(asset),
    lookUp: (asset, ids, options) => sources.lookUp(asset, ids, options),
    locate: (networks, ids, options) => sources.locate(networks, ids, options),
    gather: (asset, address, { version, ...options }) =>
      sources.gather(asset, address, { ...options, labelsOf: labelsBy(asset, version) }),
    gatherOwn: (asset, address, signal) => sources.gatherOwn(asset, address, signal),
    gatherPayment: (asset, address, payment, { version, ...options }) =>
      sources.gatherPayment(asset, address, payment, { ...options, labelsOf: labelsBy(asset, version) }),
  };
}
