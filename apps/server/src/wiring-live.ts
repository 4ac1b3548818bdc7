import type { NetworkId } from '@assay/domain';
import type { ProviderWatch } from './adapters/providers/provider-watch.ts';
import { postgresQuotaLedger } from './adapters/providers/quota-ledger.store.ts';
import type { Config } from './config.ts';
import { inSnapshot, type Pool } from './db/index.ts';
import type { LiveReader } from './features/checks/index.ts';
import type { IssuerFreezeSource } from './features/freezes/index.ts';
import { KnownLabels, labelSetState } from './features/labels/index.ts';
import { buildLiveSources, liveShelves, type TransferSources } from './features/sources/index.ts';
import type { LiveFacts } from './live-settings.ts';
import { freezeSourceOf } from './wiring-freezes.ts';
import { type OpenSources, openSources } from './wiring-sources.ts';

/** Checks within this time share what was read at one tip. */
const TIP_LASTS_MS = 60_000;

export interface OpenLive {
  readonly live: LiveReader;
  /** The issuers of tokens, asked through the same providers. */
  readonly freezes: IssuerFreezeSource;
  /** Who is asked, for whoever shows them. */
  readonly chains: OpenSources;
  close(): Promise<void>;
}

/** Who is asked for each chain, for a page that anybody reads, by the names that results have. */
export function chainsForReaders({ placed }: OpenSources): { network: NetworkId; providers: string[] }[] {
  const byNetwork = Map.groupBy(placed, ({ network }) => network);
  return [...byNetwork].map(([network, own]) => ({ network, providers: own.map(({ provider }) => provider.name) }));
}

/** Chains read live as the settings say. */
export function openLive(
  pool: Pool,
  config: Pick<Config, 'sources' | 'live'>,
  watch: ProviderWatch = UNWATCHED,
): OpenLive {
  const chains = openSources(config.sources, { ledger: postgresQuotaLedger(pool), watch });
  const live = wireLive(pool, chains.sources, config.live);
  return { live, freezes: freezeSourceOf(chains.placed), chains, close: () => chains.close() };
}

const UNWATCHED: ProviderWatch = { ended: () => undefined, breaker: () => undefined, quotaLeft: () => undefined };

/** Chains read live under the labels of this installation, kept in its database. */
export function wireLive(pool: Pool, sources: TransferSources, budget: LiveFacts): LiveReader {
  const known = new KnownLabels();
  const live = buildLiveSources({
    sources,
    ...liveShelves(pool),
    clock: { now: () => new Date() },
    limits: budget,
    tipLastsMs: TIP_LASTS_MS,
  });
  return {
    canAsk: (asset) => live.canAsk(asset),
    gather: (asset, address, options) =>
      live.gather(asset, address, {
        ...options,
        labelsOf: (addresses) =>
          // One state of the labels for each question, without a connection in between.
          inSnapshot(pool, async (client) => {
            const { digest } = await labelSetState(client);
            const place = asset.network ?? asset.ticker;
            return known.labelsOf(client, digest, place, addresses, asset.ticker);
          }),
      }),
  };
}
