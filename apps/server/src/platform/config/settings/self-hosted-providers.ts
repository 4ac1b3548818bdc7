import type { NetworkId } from '@assay/domain';
import type { SourceEntry } from './source-settings.ts';

/**
 * Names for the operator's own hosts, such as `own esplora`; with the network and a number where several use one
 * format, because quota, pace and metrics are kept by name. Results are public and contain these names, so no name
 * reveals a host.
 */
export function ownProviderNames(
  chains: ReadonlyMap<NetworkId, readonly SourceEntry[]>,
): ReadonlyMap<SourceEntry, string> {
  const own = [...chains].flatMap(([network, entries]) =>
    entries.flatMap((entry) => ('known' in entry ? [] : [{ network, entry, format: entry.format }])),
  );
  return new Map(
    own.map(({ network, entry, format }) => {
      const alike = own.filter((other) => other.format === format);
      const near = alike.filter((other) => other.network === network);
      const number = near.findIndex((other) => other.entry === entry) + 1;
      const words = ['own', format, alike.length > 1 ? network : '', near.length > 1 ? String(number) : ''];
      return [entry, words.filter((word) => word !== '').join(' ')];
    }),
  );
}
