import { freezeEventSourceOf } from '../adapters/chains/freeze-event-source.ts';
import { openSources } from '../adapters/chains/open-sources.ts';
import { type ProviderWatch, UNWATCHED } from '../adapters/providers/provider-watch.ts';
import { postgresQuotaLedger } from '../adapters/providers/quota-ledger.store.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/index.ts';
import { type PublisherContents, publisherContents } from '../features/labels/index.ts';

/** How the publishers of label lists are asked: at their addresses, and through the providers of chains. */
export function openPublishers(
  pool: Pool,
  config: Pick<Config, 'sources'>,
  watch: ProviderWatch = UNWATCHED,
): { readonly contents: PublisherContents; readonly close: () => Promise<void> } {
  const chains = openSources(config.sources, { ledger: postgresQuotaLedger(pool), watch });
  return {
    contents: publisherContents(pool, freezeEventSourceOf(chains.networkProviders)),
    close: () => chains.close(),
  };
}
