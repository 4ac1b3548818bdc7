import { freezeSourceOf } from '../adapters/chains/freeze-source.ts';
import { type OpenSources, openSources } from '../adapters/chains/open-sources.ts';
import { type ProviderWatch, UNWATCHED } from '../adapters/providers/provider-watch.ts';
import { postgresQuotaLedger } from '../adapters/providers/quota-ledger.store.ts';
import type { Config } from '../config/config.ts';
import type { OnDemandBudget } from '../config/on-demand-settings.ts';
import type { Pool } from '../db/index.ts';
import { type OnDemandReader, onDemandReader } from '../features/checks/index.ts';
import type { IssuerFreezeSource } from '../features/freezes/index.ts';
import { buildOnDemandSources, onDemandCaches, type TransferSources } from '../features/sources/index.ts';

/** Checks within this time share the data that was read at one tip. */
const TIP_LASTS_MS = 60_000;

export interface OpenLive {
  readonly live: OnDemandReader;
  /** The issuers of tokens, read through the same providers. */
  readonly freezes: IssuerFreezeSource;
  /** The providers of each chain, for display. */
  readonly chains: OpenSources;
  close(): Promise<void>;
}

/** On-demand reads according to the settings. */
export function openOnDemandReads(
  pool: Pool,
  config: Pick<Config, 'sources' | 'live'>,
  watch: ProviderWatch = UNWATCHED,
): OpenLive {
  const chains = openSources(config.sources, { ledger: postgresQuotaLedger(pool), watch });
  const live = wireOnDemandReader(pool, chains.sources, config.live);
  return { live, freezes: freezeSourceOf(chains.networkProviders), chains, close: () => chains.close() };
}

/** On-demand reads with the labels of this installation, stored in its database. */
export function wireOnDemandReader(pool: Pool, sources: TransferSources, budget: OnDemandBudget): OnDemandReader {
  const onDemandSources = buildOnDemandSources({
    sources,
    ...onDemandCaches(pool),
    clock: { now: () => new Date() },
    limits: budget,
    tipLastsMs: TIP_LASTS_MS,
  });
  return onDemandReader(pool, onDemandSources);
}
