import type { FastifyPluginAsync } from 'fastify';
import type { Context, OpenModule } from '../../platform/module.ts';
import { buildFreezesService, type FreezesService } from './freezes/ask-freeze.ts';
import { openPrices } from './open/prices.ts';
import { freezeSourceOf } from './outside/chains/freeze-source.ts';
import { type OpenSources, openSources } from './outside/chains/open-sources.ts';
import type { ProviderMetrics } from './outside/providers/provider-metrics.ts';
import { postgresQuotaLedger } from './outside/providers/quota-ledger.store.ts';
import type { PricesService } from './prices/prices.service.ts';
import { buildSourceHealth, type ReadSourceHealth } from './source-health/read-source-health.ts';
import { sourceHealthRoutes } from './source-health/source-health.routes.ts';

const NOBODY_ASKED: ReadSourceHealth = async () => ({ isOn: false, networks: [] });

/** @param read default: no provider is asked */
export function chainsCalls(read: ReadSourceHealth = NOBODY_ASKED): FastifyPluginAsync {
  return (calls) => sourceHealthRoutes(calls, { read });
}

export interface OpenChains extends OpenModule {
  readonly prices: PricesService;
  /** What transfers are read from on demand, and the providers of each chain. */
  readonly sources: OpenSources;
  /** The issuers of tokens, read through the same providers. */
  readonly freezes: FreezesService;
  /** Providers of missing days of prices, in the order they are asked. */
  readonly priceProviders: readonly string[];
}

/** Opens the providers of chains and prices. `watch` counts what they are asked. */
export function openChains({ pool, config, log }: Context, watch: ProviderMetrics): OpenChains {
  const ledger = postgresQuotaLedger(pool);
  const priced = openPrices(pool, config.prices, log, watch);
  const sources = openSources(config.sources, { ledger, watch });
  const { networkProviders } = sources;
  return {
    sources,
    prices: priced.prices,
    priceProviders: priced.providers,
    freezes: buildFreezesService({ source: freezeSourceOf(networkProviders), log }),
    calls: chainsCalls(
      buildSourceHealth({ isOn: config.sources.isOn, networkProviders, ledger, lastFailures: watch.lastFailures }),
    ),
    afterClosed: async () => {
      await Promise.all([priced.close(), sources.close()]);
    },
  };
}
