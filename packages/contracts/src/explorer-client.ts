/** The explorer of a result, apart from the client so that no other page carries it. */
import { objectOf } from './answer.ts';
import type { ExplorerGraph, GraphAsset } from './explorer/explorer-graph.ts';
import type { EdgeTransfers, ExpandAnswer, OwnExplorer } from './explorer/own-explorer.ts';
import type { Sender } from './survey-client.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

export interface ExplorerClient<Signal> {
  /** GET /monitor/check/{sub_id}/graph. */
  graph(subId: string, options?: CallOptions<Signal>): Promise<ExplorerGraph>;
  /** GET /monitor/check/{sub_id}/explorer. */
  own(subId: string, options?: CallOptions<Signal>): Promise<OwnExplorer>;
  /** POST /monitor/check/{sub_id}/explorer/expansions. */
  expand(subId: string, address: string, asset: AssetName): Promise<ExpandAnswer>;
  /** GET /monitor/check/{sub_id}/explorer/transfers. */
  transfers(subId: string, ends: EdgeEnds, options?: CallOptions<Signal>): Promise<EdgeTransfers>;
  /** PUT /monitor/check/{sub_id}/explorer/notes. */
  writeNote(subId: string, node: string, text: string): Promise<OwnExplorer>;
  /** PUT /monitor/check/{sub_id}/explorer/view. */
  saveView(subId: string, view: string): Promise<OwnExplorer>;
}

type AssetName = Pick<GraphAsset, 'ticker' | 'parent'>;

interface EdgeEnds {
  readonly from: string;
  readonly to: string;
  readonly asset: AssetName;
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
    own: async (subId, options) => ownOf(await send('GET', at(subId, 'explorer'), undefined, options)),
    expand: async (subId, address, { ticker, parent }) =>
      objectOf<ExpandAnswer>(await send('POST', at(subId, 'explorer/expansions'), { address, ticker, parent }), {
        status: 'string',
      }),
    async transfers(subId, { from, to, asset: { ticker, parent } }, options) {
      const asked = { from, to, ticker, ...(parent === null ? {} : { parent }) };
      const query = Object.entries(asked)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&');
      const data = await send('GET', at(subId, `explorer/transfers?${query}`), undefined, options);
      return objectOf<EdgeTransfers>(data, { transactions: 'array' });
    },
    writeNote: async (subId, node, text) => ownOf(await send('PUT', at(subId, 'explorer/notes'), { node, text })),
    saveView: async (subId, view) => ownOf(await send('PUT', at(subId, 'explorer/view'), { view })),
  };
}

function ownOf(data: unknown): OwnExplorer {
  return objectOf<OwnExplorer>(data, { expansions: 'array', notes: 'array', may_change: 'boolean' });
}
