import type { GraphEdge, GraphNode } from '@assay/contracts';
import { append } from './append.ts';
import type { MergedGraph } from './merge-graph.ts';
import { nameOfNode } from './names.ts';
import { assetKey, type ExplorerView, type GraphFilter } from './view.ts';

export interface VisibleGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly hiddenNodes: number;
  readonly hiddenEdges: number;
}

/** Edges of less than this part of the largest one of their asset are small. */
const SMALL_PART = 0.01;

/** What filters and collapsed nodes leave. Whatever the subject no longer reaches is left out with them. */
export function visibleGraph(
  { nodes, edges }: MergedGraph,
  subject: string,
  { filter, collapsed }: Pick<ExplorerView, 'filter' | 'collapsed'>,
): VisibleGraph {
  const all = [...edges.values()];
  const largest = largestOfAssets(all);
  const kept = all.filter((edge) => isKept(edge, filter, largest));
  const reached = reachedFrom(subject, kept, new Set(collapsed));
  const shownEdges = kept.filter(({ from, to }) => reached.has(from) && reached.has(to));
  const shownNodes = [...nodes.values()].filter(({ id }) => reached.has(id));
  return {
    nodes: shownNodes,
    edges: shownEdges,
    hiddenNodes: nodes.size - shownNodes.length,
    hiddenEdges: all.length - shownEdges.length,
  };
}

/** Whether a node is what is searched for; an empty search finds nothing. */
export function isFound(node: GraphNode, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return false;
  return nameOfNode(node).toLowerCase().includes(wanted) || node.id.toLowerCase().includes(wanted);
}

/** The amount of an edge in whole units of its asset; null where only its share is known. */
export function unitsOf({ amount, asset }: Pick<GraphEdge, 'amount' | 'asset'>): number | null {
  return amount === null ? null : Number(amount) / 10 ** asset.decimals;
}

function isKept(edge: GraphEdge, filter: GraphFilter, largest: ReadonlyMap<string, number>): boolean {
  const { asset, from, to, least, hidesSmall } = filter;
  if (asset !== null && assetKey(edge.asset) !== asset) return false;
  // What is not followed has no time: it stays, so that nothing is hidden that a filter does not name.
  if (from !== null && edge.last_time !== null && edge.last_time.slice(0, 10) < from) return false;
  if (to !== null && edge.first_time !== null && edge.first_time.slice(0, 10) > to) return false;
  const units = unitsOf(edge);
  if (units === null) return true;
  if (least !== null && units < least) return false;
  return !hidesSmall || units >= SMALL_PART * (largest.get(assetKey(edge.asset)) ?? 0);
}

function largestOfAssets(edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const edge of edges) {
    const key = assetKey(edge.asset);
    largest.set(key, Math.max(largest.get(key) ?? 0, unitsOf(edge) ?? 0));
  }
  return largest;
}

/** Nodes that the subject reaches in either direction without passing a collapsed node. */
function reachedFrom(
  subject: string,
  edges: readonly GraphEdge[],
  collapsed: ReadonlySet<string>,
): ReadonlySet<string> {
  const beside = new Map<string, string[]>();
  for (const { from, to } of edges) {
    append(beside, from, to);
    append(beside, to, from);
  }
  const reached = new Set([subject]);
  const waiting = [subject];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (collapsed.has(id)) continue;
    for (const far of beside.get(id) ?? []) {
      if (reached.has(far)) continue;
      reached.add(far);
      waiting.push(far);
    }
  }
  return reached;
}
