import type { GraphAsset } from '@assay/contracts';
import { isNetworkId, NETWORK_IDS, NETWORKS, type NetworkId } from '@assay/domain';

/** The network that an asset moves on, that of the result or of an expansion; null where Assay follows none. */
export function networkOfAsset({ ticker, parent }: Pick<GraphAsset, 'ticker' | 'parent'>): NetworkId | null {
  if (parent !== null) return isNetworkId(parent) ? parent : null;
  return NETWORK_IDS.find((id) => NETWORKS[id].native === ticker) ?? null;
}
