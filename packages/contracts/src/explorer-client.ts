/** The explorer of a result, apart from the client so that no other page carries it. */
import { objectOf } from './answer.ts';
import type { ExplorerGraph } from './explorer/explorer-graph.ts';
import type { Sender } from './survey-client.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

export interface ExplorerClient<Signal> {
  /** GET /monitor/check/{sub_id}/graph. */
  graph(subId: string, options?: CallOptions<Signal>): Promise<ExplorerGraph>;
}

/**
 * The explorer of a result, over any client.
 *
 * @example
 * const { nodes, edges } = await explorerClient(client).graph(subId);
 */
export function explorerClient<Signal>({ send }: Sender<Signal>): ExplorerClient<Signal> {
  const at = (subId: string, rest: string) => `/monitor/check/${encodeURIComponent(subId)}/${rest}`;
  return {
    graph: async (subId, options) =>
      objectOf<ExplorerGraph>(await send('GET', at(subId, 'graph'), undefined, options), {
        nodes: 'array',
        edges: 'array',
        paths: 'array',
      }),
  };
}
