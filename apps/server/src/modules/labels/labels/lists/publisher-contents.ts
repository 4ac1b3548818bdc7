import { NETWORKS } from '@assay/domain';
import type { Pool } from '../../../../platform/db/index.ts';
import { type FreezeEventSource, freezeLabels, readFreezeList } from '../../../chains/index.ts';
import { repositoryFiles } from './publisher-files.ts';
import type { Publisher } from './publishers.ts';

/** A publisher's current list: where it is read, or its rows where they are made here. */
export type PublishedContents =
  | { readonly locations: readonly string[] }
  | { readonly locations: readonly [string]; readonly rows: () => AsyncIterable<Uint8Array> };

/** How publishers are asked on this installation. */
export interface PublisherContents {
  /** Why nobody can be asked for the list on this installation; null where somebody can. */
  readonly obstacleTo: (publisher: Publisher) => string | null;
  /** Asks for the current list; null where it names no address yet. Its errors name who was asked. */
  readonly contentsOf: (publisher: Publisher, signal: AbortSignal) => Promise<PublishedContents | null>;
}

/** Lists at their addresses, and freezes from the chains through this installation's providers. */
export function publisherContents(pool: Pool, source: FreezeEventSource): PublisherContents {
  return {
    obstacleTo: ({ from }) =>
      'freezes' in from && !source.canRead(from.freezes)
        ? `no provider that can read events is set for ${NETWORKS[from.freezes.network].name}`
        : null,
    contentsOf: async ({ from }, signal) => {
      if ('url' in from) return { locations: [from.url] };
      if ('repository' in from) return { locations: await repositoryFiles(from, signal) };
      const { freezes } = from;
      const { hasEvents } = await readFreezeList({ pool, source }, freezes, signal);
      if (!hasEvents) return null;
      return { locations: [`${freezes.network} ${freezes.contract}`], rows: () => freezeLabels(pool, freezes) };
    },
  };
}
