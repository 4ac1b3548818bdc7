import type { SourceHealthData, SourceHealthProvider } from '@assay/contracts';
import { NETWORKS, type NetworkId } from '@assay/domain';

/** Health of this installation's providers: counts of the database, and observations of this process. */
export function buildSourceHealth({
  isOn,
  networkProviders,
  ledger,
  lastFailures,
  nowMs = Date.now,
}: SourceHealthDeps): ReadSourceHealth {
  return async () => {
    const used = await ledger.read(nowMs());
    const failures = lastFailures();
    const networks = [...Map.groupBy(networkProviders, ({ network }) => network)].map(([network, own]) => ({
      network,
      name: NETWORKS[network].name,
      providers: own.map(({ format, provider }) => {
        const { name, host, hasKey, breaker, limits } = provider.state();
        const { usedToday, pausedUntilMs } = used.get(name) ?? { usedToday: 0, pausedUntilMs: null };
        const failure = failures.get(name);
        return {
          name,
          format,
          host,
          hasKey,
          breaker,
          usedToday,
          perDay: limits.perDay,
          pausedUntil: pausedUntilMs === null ? null : new Date(pausedUntilMs).toISOString(),
          lastFailure: failure === undefined ? null : { text: failure.text, at: failure.at.toISOString() },
        };
      }),
    }));
    return { isOn, networks };
  };
}

/** The providers of each chain, and their present state. */
export type ReadSourceHealth = () => Promise<SourceHealthData>;

/** A provider of one network, in the order they are asked. */
export interface ObservedProvider {
  readonly network: NetworkId;
  readonly format: string;
  readonly provider: { state(): ObservedState };
}

export interface ObservedState extends Pick<SourceHealthProvider, 'name' | 'host' | 'hasKey' | 'breaker'> {
  /** Null where there is no quota. */
  readonly limits: { readonly perDay: number | null };
}

/** What was used of the quotas, by provider; providers that were never asked are left out. */
export interface QuotaReader {
  read(
    nowMs: number,
  ): Promise<ReadonlyMap<string, { readonly usedToday: number; readonly pausedUntilMs: number | null }>>;
}

export interface SourceHealthDeps {
  readonly isOn: boolean;
  readonly networkProviders: readonly ObservedProvider[];
  readonly ledger: QuotaReader;
  readonly lastFailures: () => ReadonlyMap<string, { readonly text: string; readonly at: Date }>;
  readonly nowMs?: () => number;
}
