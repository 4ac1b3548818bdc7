import type { ExplorerGraph, GraphEdge, GraphNode } from '@assay/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeGraph } from './merge-graph.ts';
import { FIRST_VIEW } from './view.ts';
import { isFound, visibleGraph } from './visible-graph.ts';

const TRX = { ticker: 'USDT', parent: 'TRX', decimals: 6 };

function address(id: string): GraphNode {
  return { kind: 'address', id, is_subject: id === 's', label: null, records_read: null };
}

function edge(from: string, to: string, more: Partial<GraphEdge> = {}): GraphEdge {
  return {
    ...{ id: `${from}>${to}`, from, to, asset: TRX, basis: 'path', amount: '1000000', share: 1, transfers: 1 },
    ...{ first_time: '2021-05-03T10:00:00.000Z', last_time: '2021-05-03T10:00:00.000Z', transactions: [] },
    ...more,
  };
}

/** b > a > s > c, and what of the incoming side is not followed. */
const GRAPH: ExplorerGraph = {
  ...{ sub_id: '0', address: 's', network: 'TRX', asset: TRX, created_at: '2026-01-01T00:00:00.000Z', paths: [] },
  nodes: [
    ...['s', 'a', 'b', 'c'].map(address),
    { kind: 'not_followed', id: 'r', direction: 'incoming', reason: 'not_followed', others: null },
  ],
  edges: [
    edge('a', 's'),
    edge('b', 'a', {
      amount: '900000000',
      first_time: '2022-01-01T00:00:00.000Z',
      last_time: '2022-02-01T00:00:00.000Z',
    }),
    edge('s', 'c', { amount: '5000' }),
    edge('r', 's', { basis: 'share', amount: null, first_time: null, last_time: null, transfers: null }),
  ],
};

function shown(change: Partial<typeof FIRST_VIEW.filter>, collapsed: readonly string[] = []) {
  const graph = visibleGraph(mergeGraph(GRAPH, [], []), 's', {
    filter: { ...FIRST_VIEW.filter, ...change },
    collapsed,
  });
  return graph.nodes.map(({ id }) => id).join('');
}

describe('the visible part of a graph', () => {
  it('is all of it at first', () => expect(shown({})).toBe('sabcr'));

  it('ends at a collapsed node', () => {
    expect(shown({}, ['a'])).toBe('sacr');
    expect(shown({}, ['s'])).toBe('s');
  });

  it('keeps what overlaps the time, and what has none', () => {
    expect(shown({ to: '2021-12-31' })).toBe('sacr');
    expect(shown({ from: '2021-05-03', to: '2022-01-01' })).toBe('sabcr');
  });

  it('leaves out small amounts, and what is reached by them alone', () => {
    expect(shown({ least: 1 })).toBe('sabr');
    expect(shown({ hidesSmall: true })).toBe('sr');
  });

  it('leaves out other assets', () => expect(shown({ asset: 'BTC' })).toBe('s'));

  it('shows what an open expansion adds, and the edges of another asset beside the first', () => {
    const expansion = {
      ...{ address: 'c', asset: TRX, expanded_at: '2026-01-02T00:00:00.000Z', also_seen: [], reading: null },
      nodes: [address('d')],
      edges: [edge('c', 'd')],
    };
    expect(mergeGraph(GRAPH, [expansion], []).nodes.has('d')).toBe(false);
    expect(mergeGraph(GRAPH, [expansion], ['c~USDT.TRX']).nodes.has('d')).toBe(true);
  });

  it('never has an edge without both its ends, and always the subject', () => {
    const ids = fc.constantFrom('s', 'a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, ids)), fc.array(ids), (pairs, collapsed) => {
        const graph = {
          ...GRAPH,
          nodes: ['s', 'a', 'b', 'c', 'd', 'e'].map(address),
          edges: pairs.map(([a, b]) => edge(a, b)),
        };
        const seen = visibleGraph(mergeGraph(graph, [], []), 's', { filter: FIRST_VIEW.filter, collapsed });
        const nodes = new Set(seen.nodes.map(({ id }) => id));
        expect(nodes.has('s')).toBe(true);
        expect(seen.edges.every(({ from, to }) => nodes.has(from) && nodes.has(to))).toBe(true);
      }),
    );
  });

  it('is searched by address and by name', () => {
    expect([isFound(address('TEtJ'), 'etj'), isFound(address('s'), 'this'), isFound(address('s'), ' ')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
