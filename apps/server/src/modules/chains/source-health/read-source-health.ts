import { NETWORKS } from '@assay/domain';
import type { ReadSourceHealth, SourceHealthDeps } from './source-health.ports.ts';

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
