import { createHash } from 'node:crypto';
import { governingLabel, type Label, type NodeId } from '@assay/exposure';
import type { Known } from '../derive/read-known.ts';

/** An address whose entity is known by a given label: what a rule says of it can be judged. */
export interface LabelledNode {
  readonly node: NodeId;
  /** The same for all spellings of one entity. */
  readonly entity: string;
  /** Which half of the entities it belongs to. */
  readonly half: Half;
  readonly label: Label;
}

export type Half = 0 | 1;
export const HALVES: readonly Half[] = [0, 1];

/**
 * Addresses of a ledger whose label names an entity. Entities are split into halves by the hash of their name: by entity
 * and not by address, so that no half holds what the other was given.
 */
export function labelledNodes(known: Known, keyOf: (entity: string) => string): ReadonlyMap<NodeId, LabelledNode> {
  const labelled = new Map<NodeId, LabelledNode>();
  for (const node of known.labelled) {
    const { role, labels } = known.facts(node);
    const label = role === 'account' ? governingLabel(labels, null)?.label : undefined;
    if (label === undefined || label.category === 'other_entities') continue;
    const entity = keyOf(label.entity);
    labelled.set(node, { node, entity, half: halfOf(entity), label });
  }
  return labelled;
}

function halfOf(entity: string): Half {
  const [first = 0] = createHash('sha256').update(entity).digest();
  return first % 2 === 0 ? 0 : 1;
}

/** Entities with at least two labelled addresses in the ledger: of the others nobody can be recognised by the rest. */
export function repeatedEntities(labelled: ReadonlyMap<NodeId, LabelledNode>): ReadonlySet<string> {
  const [once, repeated] = [new Set<string>(), new Set<string>()];
  for (const { entity } of labelled.values()) (once.has(entity) ? repeated : once).add(entity);
  return repeated;
}
