import path from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import type { OnDemandBudget } from '../../../platform/config/settings/source-settings.ts';
import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import {
  buildOnDemandSources,
  type IssuerFreezeSource,
  onDemandCaches,
  type TransferSources,
} from '../../chains/index.ts';
import { freezeSourceOf } from '../../chains/outside/chains/freeze-source.ts';
import { type OpenSources, openSources } from '../../chains/outside/chains/open-sources.ts';
import { type ProviderWatch, UNWATCHED } from '../../chains/outside/providers/provider-watch.ts';
import { postgresQuotaLedger } from '../../chains/outside/providers/quota-ledger.store.ts';
import { InMemoryAssets } from '../../records/index.ts';
import { labelStates } from '../checks/compute/label-states.ts';
import { type OnDemandReader, onDemandReader } from '../checks/compute/on-demand-reading.ts';
import { columnFiles } from '../outside/engine/memory/column-files.ts';

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
    clock: SYSTEM_CLOCK,
    limits: budget,
    tipLastsMs: TIP_LASTS_MS,
  });
  return onDemandReader(pool, onDemandSources);
}

/**
 * In-memory stores for the checks of the server, within the configured limit; null if the limit is 0. They hold the
 * labels of the version of the method that the server checks by. A loaded asset follows the database; any other is read from the database.
 */
export function openMemory(
  pool: Pool,
  config: Pick<Config, 'dataDir' | 'memory' | 'methodVersion'>,
  log: Pick<Log, 'info'>,
): InMemoryAssets | null {
  if (config.memory.bytes === 0) return null;
  const stateOf = labelStates({ pool, version: config.methodVersion });
  return new InMemoryAssets(pool, config.memory, {
    labels: stateOf,
    files: columnFiles(path.join(config.dataDir, 'memory')),
    report: (text) => log.info({}, text),
  });
}
