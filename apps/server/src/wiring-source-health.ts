import { NETWORKS } from '@assay/domain';
import type { LastFailure } from './adapters/providers/provider-metrics.ts';
import type { QuotaLedger } from './adapters/providers/quota-ledger.ts';
import type { ReadSourceHealth } from './features/source-health/index.ts';
import type { PlacedProvider } from './wiring-sources.ts';

export interface SourceHealthDeps {
  readonly isOn: boolean;
  readonly placed: readonly PlacedProvider[];
  readonly ledger: QuotaLedger;
  readonly lastFailures: () => ReadonlyMap<string, LastFailure>;
  readonly nowMs?: () => number;
}

/** How the providers of this installation are: what the database counts, and what this process saw. */
export function wireSourceHealth({
  isOn,
  placed,
  ledger,
  lastFailures,
  nowMs = Date.now,
}: SourceHealthDeps): ReadSourceHealth {
  return async () => {
    const used = await ledger.read(nowMs());
    const failures = lastFailures();
    const networks = [...Map.groupBy(placed, ({ network }) => network)].map(([network, own]) => ({
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
