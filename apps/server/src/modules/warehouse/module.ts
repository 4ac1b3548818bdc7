import type { Context, OpenModule } from '../../platform/module.ts';
import { standbyMetrics } from './standby-metrics.ts';

/** Transfer ledgers on several PostgreSQL servers, and standbys. A process connects to them by `open/servers.ts`. */
export const warehouse = {
  name: 'warehouse',
  open: async ({ service }: Pick<Context, 'service'>): Promise<OpenModule> => ({ metrics: standbyMetrics(service) }),
};
