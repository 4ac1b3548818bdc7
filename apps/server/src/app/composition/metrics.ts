import type { Metric } from 'prom-client';
import { type ProviderMetrics, providerMetrics } from '../../modules/chains/outside/providers/provider-metrics.ts';
import { labelUpdateMetrics } from '../../modules/labels/outside/labels/label-update-metrics.ts';
import type { Pool } from '../../platform/db/index.ts';
import { type CheckMetrics, checkMetrics } from '../metrics/check-metrics.ts';
import { databaseMetrics } from '../metrics/database-metrics.ts';
import { grantMetrics } from '../metrics/grant-metrics.ts';
import { poolMetrics } from '../metrics/pool-metrics.ts';
import { type SendingMetrics, sendingMetrics } from '../metrics/sending-metrics.ts';

export interface ServerMetrics {
  readonly metrics: readonly Metric[];
  readonly checks: CheckMetrics['watch'];
  readonly sending: Pick<SendingMetrics, 'countMails'>;
  readonly providers: ProviderMetrics;
}

/** What is measured of a server and of its installation, but for HTTP and security events (docs/operations/monitoring.md). */
export function wireMetrics(service: Pool, counted: Parameters<typeof poolMetrics>[0]): ServerMetrics {
  const checks = checkMetrics();
  const sending = sendingMetrics();
  const providers = providerMetrics();
  return {
    metrics: [
      ...checks.metrics,
      ...sending.metrics,
      ...providers.metrics,
      ...poolMetrics(counted),
      ...databaseMetrics(service),
      ...grantMetrics(service),
      ...labelUpdateMetrics(service),
    ],
    checks: checks.watch,
    sending,
    providers,
  };
}
