import { ADDRESS_NETWORKS, type PerNetwork } from '@assay/domain';
import type { NetworkChoice } from '../result.ts';

/** Facts of exactly the chosen network, or of all networks for `both`; none where the table has none. */
export function ownFactsFor<T>(facts: PerNetwork<T>, network: NetworkChoice): readonly T[] {
  const names = network === 'both' ? ADDRESS_NETWORKS : [network];
  return names.flatMap((name) => facts[name] ?? []);
}

/**
 * Version lists that count for a chosen network: its own, all of them for `both`, and all of them too where a currency
 * lists none for that network (its addresses then look the same everywhere as far as the table knows).
 */
export function listsFor<T>(lists: PerNetwork<readonly T[]>, network: NetworkChoice): readonly (readonly T[])[] {
  const own = network === 'both' ? undefined : lists[network];
  if (own !== undefined) return [own];
  return ADDRESS_NETWORKS.flatMap((name) => (lists[name] === undefined ? [] : [lists[name]]));
}
