import { CATEGORIES, type RiskTier } from '@assay/domain';
import { compareLabels, DERIVED_CONFIDENCE, LARGEST_RISKY_CLUSTER, type Label } from '@assay/exposure';

/** Labels below this confidence never compete (docs/method/2, section 5). */
const COMPETING_CONFIDENCE = 20;
const RISKY: ReadonlySet<RiskTier> = new Set(['S', 'A', 'B']);

/** The labels of an address that its cluster may take: those that compete, in their order. */
export function takenLabels(given: readonly Label[]): readonly Label[] {
  return given
    .filter(({ confidence, origin }) => origin === 'given' && confidence >= COMPETING_CONFIDENCE)
    .toSorted(compareLabels);
}

/** All of these labels, each once, in their order. */
export function unionOf(lists: readonly (readonly Label[])[]): readonly Label[] {
  const labels = new Map<string, Label>();
  for (const label of lists.flat()) labels.set(textOf(label), label);
  return [...labels.values()].sort(compareLabels);
}

export function sameLabels(left: readonly Label[], right: readonly Label[]): boolean {
  return left.map(textOf).join('\n') === right.map(textOf).join('\n');
}

function textOf(label: Label): string {
  const { entity, category, confidence, source, sourceUrl, sourceDate, validFrom, validTo } = label;
  return JSON.stringify([entity, category, confidence, source, sourceUrl, sourceDate, validFrom, validTo]);
}

/**
 * What an address of a cluster takes of its members' labels (docs/method/2, section 5.3): at the smaller of 40 and their
 * confidence, those of tier S, A and B only where the cluster is small enough. Which of them counts depends on the time.
 *
 * @param members of all members, each once
 * @param size number of the cluster's addresses
 */
export function labelsInCluster(members: readonly Label[], size: number): Label[] {
  return members
    .filter(({ category }) => size <= LARGEST_RISKY_CLUSTER || !RISKY.has(CATEGORIES[category].tier))
    .map(
      (label): Label => ({
        ...label,
        confidence: Math.min(DERIVED_CONFIDENCE, label.confidence),
        origin: 'derived',
        derivedBy: 'cluster',
      }),
    )
    .sort(compareLabels);
}
