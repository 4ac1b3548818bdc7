import { compareLabels, type Label } from '@assay/exposure';

/** Labels below this confidence never compete (docs/method/2, section 5). */
const COMPETING_CONFIDENCE = 20;

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
