import { CONFIDENCE } from '@assay/domain';
import type { Label } from '@assay/exposure';

/**
 * A delisting ends what older lists still say. Where an authority's data gives a sanction of the address an end, every
 * sanctions label of it without one, stated before that end or on no known day, ends there too; a later statement is a
 * new listing and stays open. Nothing depends on the order of imports.
 *
 * @param labels all labels of one address on one network
 */
export function endSanctions(labels: readonly Label[]): Label[] {
  const ends = labels
    .filter((label) => label.category === 'sanctions' && label.confidence >= CONFIDENCE.authority_second_hand)
    .flatMap((label) => (label.validTo === null ? [] : [label.validTo]));
  if (ends.length === 0) return [...labels];
  const lastEnd = Math.max(...ends);
  return labels.map((label) => {
    const isOpen = label.category === 'sanctions' && label.validTo === null;
    return isOpen && statedBefore(label, lastEnd) ? { ...label, validTo: lastEnd } : label;
  });
}

function statedBefore(label: Label, time: number): boolean {
  return label.sourceDate === null || Date.parse(`${label.sourceDate}T00:00:00Z`) / 1000 < time;
}
