import type { GraphNode, NotFollowedReason } from '@assay/contracts';
import { titleOfShare } from '@assay/wording';

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

function nameOfReason(reason: NotFollowedReason, others: number | null): string {
  if (reason !== 'not_shown') return titleOfShare(reason);
  return others === null ? 'Others, not shown' : `${others} others, not shown`;
}
