import { DERIVED_CONFIDENCE } from '../method/label-numbers-2.ts';
import type { MethodRevision } from '../method/method-revision.ts';
import type { Direction } from '../records/record.ts';
import type { DerivingRule, Label } from './label.ts';
import { type GoverningLabel, governingLabel } from './resolve-labels.ts';

/** Rules of method 2 in the order in which they are asked. */
const RULES: readonly DerivingRule[] = ['cluster', 'deposit_address', 'unlabelled_service'];

/**
 * The label that absorbs at an account in a direction of the walk. Labels of version 1 compete with each other, derived
 * ones included (docs/method, section 3). Where rules of method 2 derived labels, the first of these decides: the given
 * and carried labels, those of its cluster, deposit address (`fwd` only), unlabelled service (docs/method/2, section 3).
 *
 * @param labels every label of the account, in any order
 * @param atTime Unix seconds of the transfer; null reads every label as open-ended on both sides
 * @param revision of version 1
 * @returns null where the account is looked through
 * @example
 * absorbingLabel([depositAddress], transfer.time, 'bwd'); // null: it is looked through
 */
export function absorbingLabel(
  labels: readonly Label[],
  atTime: number | null,
  direction: Direction,
  revision?: MethodRevision,
): GoverningLabel | null {
  if (labels.every(({ derivedBy }) => derivedBy === undefined)) return governingLabel(labels, atTime, revision);
  const given = governingLabel(
    labels.filter(({ derivedBy }) => derivedBy === undefined),
    atTime,
    revision,
  );
  if (given !== null) return given;
  for (const rule of RULES) {
    if (rule === 'deposit_address' && direction === 'bwd') continue;
    const derived = governingLabel(
      labels.filter(({ derivedBy }) => derivedBy === rule),
      atTime,
      revision,
    );
    if (derived !== null) return rule === 'cluster' ? lowered(derived) : derived;
  }
  return null;
}

/** A cluster's label counts by the confidence it was given with, and then has 40 at most (docs/method/2, section 5.3). */
function lowered({ label, beforeDesignation }: GoverningLabel): GoverningLabel {
  return { label: { ...label, confidence: Math.min(DERIVED_CONFIDENCE, label.confidence) }, beforeDesignation };
}
