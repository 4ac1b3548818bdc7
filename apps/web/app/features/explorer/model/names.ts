import type { GraphEdge, GraphNode, NotFollowedReason } from '@assay/contracts';
import { type RiskKey, shortenAddress, titleOfShare } from '@assay/wording';

/** Of a name in the drawing; the whole one is shown when it is selected. */
const MOST_LETTERS = 20;

/** What a node is called in full. */
export function nameOfNode(node: GraphNode): string {
  switch (node.kind) {
    case 'address':
      if (node.is_subject) return 'This wallet';
      return node.label === null ? node.id : node.label.entity;
    case 'entity':
      return node.label.entity;
    case 'not_followed':
      return nameOfReason(node.reason, node.others);
  }
}

/** What a node is called where there is little room. */
export function shortNameOf(node: GraphNode): string {
  if (node.kind === 'address' && !node.is_subject && node.label === null) return shortenAddress(node.id);
  const name = nameOfNode(node);
  return name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name;
}

/** The risk group whose mark a node has. */
export function riskOfNode(node: GraphNode): RiskKey {
  switch (node.kind) {
    case 'address':
      return node.label?.group ?? 'none';
    case 'entity':
      return node.label.group;
    case 'not_followed':
      return 'none';
  }
}

/** The title of the category of a node; null where it has none. */
export function categoryOfNode(node: GraphNode): string | null {
  if (node.kind === 'not_followed' || node.label === null) return null;
  return titleOfShare(node.label.category);
}

/** Drawn as not followed: it ends at a node where nothing was followed, or only its share is known. */
export function isNotFollowed(edge: GraphEdge): boolean {
  return edge.basis === 'share';
}

function nameOfReason(reason: NotFollowedReason, others: number | null): string {
  if (reason !== 'not_shown') return titleOfShare(reason);
  return others === null ? 'Others, not shown' : `${others} others, not shown`;
}
