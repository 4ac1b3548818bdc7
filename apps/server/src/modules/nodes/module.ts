import type { Context, OpenModule } from '../../platform/module.ts';
import { followMetrics } from './follow-metrics.ts';

/** Following an operator's own nodes. The processes that follow are commands; a server says how far they are. */
export const nodes = {
  name: 'nodes',
  open: async ({ service }: Pick<Context, 'service'>): Promise<OpenModule> => ({ metrics: followMetrics(service) }),
};
