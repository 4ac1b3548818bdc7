import type { GraphEdge, GraphNode } from '@assay/contracts';
import type { RiskKey } from '@assay/wording';
import { categoryMark } from '../model/category-mark.ts';
import { isNotFollowed, riskOfNode, shortNameOf } from '../model/names.ts';
import type { Positions } from '../model/place-nodes.ts';
import { isFound, unitsOf, type VisibleGraph } from '../model/visible-graph.ts';

/** How a node is drawn: its shape says the risk group, its letters the category. */
export interface SceneNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly shape: 'subject' | 'open' | RiskKey;
  /** Two letters; empty where it has no category. */
  readonly mark: string;
  readonly label: string;
  readonly state: 'plain' | 'selected' | 'found' | 'faded';
  readonly isPinned: boolean;
  readonly hasNote: boolean;
}

export interface SceneEdge {
  readonly id: string;
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
  /** Radius of the node it ends at: the arrow ends before it. */
  readonly endRadius: number;
  readonly width: number;
  /** Drawn in dashes: not followed. */
  readonly isDashed: boolean;
  readonly state: 'plain' | 'selected' | 'path' | 'faded';
}

/** What is drawn, whatever draws it: canvas, SVG or print. Units are those of the layout. */
export interface Scene {
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
}

export interface SceneMarks {
  readonly selected: string | null;
  readonly search: string;
  readonly pinned: Readonly<Record<string, unknown>>;
  readonly noted: ReadonlySet<string>;
  /** Edges of the followed path up to its step; null while none is followed. */
  readonly path: ReadonlySet<string> | null;
}

const RADIUS = { subject: 20, labelled: 15, plain: 10 };

export function sceneOf(graph: VisibleGraph, positions: Positions, marks: SceneMarks): Scene {
  const pathNodes = new Set(
    graph.edges.flatMap(({ id, from, to }) => (marks.path?.has(id) === true ? [from, to] : [])),
  );
  const nodes = graph.nodes.map((node) => nodeOf(node, positions, marks, pathNodes));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const largest = graph.edges.reduce((most, edge) => Math.max(most, unitsOf(edge) ?? 0), 1);
  const edges = graph.edges.flatMap((edge) => edgeOf(edge, byId, largest, marks));
  return { nodes, edges };
}

function nodeOf(node: GraphNode, positions: Positions, marks: SceneMarks, pathNodes: ReadonlySet<string>): SceneNode {
  const [x, y] = positions.get(node.id) ?? [0, 0];
  const isSubject = node.kind === 'address' && node.is_subject;
  const category = node.kind === 'not_followed' ? null : (node.label?.category ?? null);
  const shape = isSubject ? 'subject' : node.kind === 'not_followed' ? 'open' : riskOfNode(node);
  return {
    ...{ id: node.id, x, y, shape, label: shortNameOf(node) },
    radius: isSubject ? RADIUS.subject : category === null ? RADIUS.plain : RADIUS.labelled,
    mark: category === null ? '' : categoryMark(category),
    state: stateOf(node, marks, pathNodes),
    isPinned: Object.hasOwn(marks.pinned, node.id),
    hasNote: marks.noted.has(node.id),
  };
}

function stateOf(node: GraphNode, marks: SceneMarks, pathNodes: ReadonlySet<string>): SceneNode['state'] {
  if (node.id === marks.selected) return 'selected';
  if (isFound(node, marks.search)) return 'found';
  return marks.path !== null && !pathNodes.has(node.id) ? 'faded' : 'plain';
}

function edgeOf(
  edge: GraphEdge,
  nodes: ReadonlyMap<string, SceneNode>,
  largest: number,
  marks: SceneMarks,
): SceneEdge[] {
  const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
  if (from === undefined || to === undefined || from === to) return [];
  const part = Math.max(0, unitsOf(edge) ?? 0) / largest;
  const state =
    edge.id === marks.selected
      ? 'selected'
      : marks.path === null
        ? 'plain'
        : marks.path.has(edge.id)
          ? 'path'
          : 'faded';
  return [
    {
      ...{ id: edge.id, fromX: from.x, fromY: from.y, toX: to.x, toY: to.y, endRadius: to.radius, state },
      width: 1 + 3 * Math.sqrt(part),
      isDashed: isNotFollowed(edge),
    },
  ];
}
