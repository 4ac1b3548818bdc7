import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/index.ts';
import { freezeEventSourceOf } from '../chains/outside/chains/freeze-source.ts';
import { openSources } from '../chains/outside/chains/open-sources.ts';
import { type ProviderWatch, UNWATCHED } from '../chains/outside/providers/provider-watch.ts';
import { postgresQuotaLedger } from '../chains/outside/providers/quota-ledger.store.ts';
import { entitiesRoutes } from './entities/entities.routes.ts';
import type { EntitiesService } from './entities/entities.service.ts';
import { type PublisherContents, publisherContents } from './labels/lists/publisher-files.ts';

export function labelsCalls(entities: EntitiesService): FastifyPluginAsync {
  return (calls) => entitiesRoutes(calls, { entities });
}

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
