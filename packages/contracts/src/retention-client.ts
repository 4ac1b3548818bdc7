/** The calls of the retention of a workspace, apart from those of its other parts. */
import { objectOf } from './answer.ts';
import type { Sender } from './survey-client.ts';
import type { RetentionData, SaveRetentionBody } from './workspaces/retention.ts';

export { RETENTION_DAYS, RETENTION_LAW, USUAL_DAYS_MAX } from './workspaces/retention-limits.ts';

export interface RetentionClient<Signal> {
  /** GET /workspace/retention. */
  read(options?: { readonly signal?: Signal }): Promise<RetentionData>;
  /** PUT /workspace/retention. */
  save(retention: SaveRetentionBody['retention']): Promise<RetentionData>;
}

/**
 * For how long the selected company keeps its checks, over any client.
 *
 * @example
 * const { retention, usual_days } = await retentionClient(client).read();
 */
export function retentionClient<Signal>({ send }: Sender<Signal>): RetentionClient<Signal> {
  const path = '/workspace/retention';
  const shape = { usual_days: 'number' } as const;
  return {
    read: async (options) => objectOf<RetentionData>(await send('GET', path, undefined, options), shape),
    save: async (retention) => objectOf<RetentionData>(await send('PUT', path, { retention }), shape),
  };
}
