import type { Expansion, ExplorerGraph } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { packExplorer, unpackExplorer } from './explorer-data.ts';

const asset = { ticker: 'USDT', parent: 'TRX', decimals: 6 };
const graph: ExplorerGraph = {
  ...{ sub_id: 'a', address: 'own', network: 'TRX', asset, created_at: '2026-01-01T00:00:00.000Z' },
  ...{ nodes: [], edges: [], paths: [] },
};

function expansionOf(address: string): Expansion {
  const nodes = Array.from({ length: 1_000 }, (_, at) => ({
    ...({ kind: 'address', id: `${address} ${at}`, is_subject: false, label: null, records_read: null } as const),
  }));
  return { address, asset, expanded_at: graph.created_at, nodes, edges: [], also_seen: [], reading: null };
}

const own = {
  expansions: [],
  expansions_left: 3,
  chain_expansions_left: null,
  notes: [],
  view: null,
  may_change: true,
};

describe('the data of the explorer', () => {
  it('is read as it was packed, for visitors and for the owner', async () => {
    const large = { graph, own: { ...own, expansions: ['b', 'c', 'd', 'e'].map(expansionOf) } };
    for (const loaded of [{ graph, own: null }, { graph, own }, large]) {
      expect(await unpackExplorer(structuredClone(packExplorer(loaded)))).toEqual(loaded);
    }
  });

  it('is read in portions, between which other work runs', async () => {
    const data = packExplorer({ graph, own: { ...own, expansions: ['b', 'c', 'd', 'e'].map(expansionOf) } });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await unpackExplorer(data);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });

  it('is read once, however often the page is rendered', () => {
    const data = packExplorer({ graph, own });
    expect(unpackExplorer(data)).toBe(unpackExplorer(data));
  });
});
