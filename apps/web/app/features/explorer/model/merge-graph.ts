import type { Expansion, ExplorerGraph, GraphEdge, GraphNode } from '@assay/contracts';
import { expansionKey } from './view.ts';

export interface MergedGraph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: ReadonlyMap<string, GraphEdge>;
}

/** The stored evidence with the expansions that are open. A node keeps what the result says of it. */
export function mergeGraph(
  graph: ExplorerGraph,
  expansions: readonly Expansion[],
  open: readonly string[],
): MergedGraph {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  for (const expansion of expansions) {
    if (!open.includes(expansionKey(expansion.address, expansion.asset))) continue;
    for (const node of expansion.nodes) {
      const known = nodes.get(node.id);
      if (known === undefined) nodes.set(node.id, node);
      else if (known.kind === 'address' && node.kind === 'address' && known.label === null && !known.is_subject) {
        nodes.set(node.id, { ...known, label: node.label });
      }
    }
    for (const edge of expansion.edges) if (!edges.has(edge.id)) edges.set(edge.id, edge);
  }
  return { nodes, edges };
}
