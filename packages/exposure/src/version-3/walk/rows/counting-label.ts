import type { Category } from '@assay/domain';
import { absorbingLabel } from '../../../labels/absorbing-label.ts';
import type { Label } from '../../../labels/label.ts';
import type { GoverningLabel } from '../../../labels/resolve-labels.ts';
import type { IsOnReviewedList, ShareSource } from '../../mixture.ts';

/** Confidence from which a label explains. */
const EXPLAINING_CONFIDENCE = 40;

/** Categories whose labels can explain; `miner` explains newly mined coins only, which no label says. */
const EXPLAINING: ReadonlySet<Category> = new Set([
  'exchange_licensed',
  'exchange_licence_unknown',
  'p2p_exchange_licensed',
  'p2p_exchange_licence_unknown',
  'payment_processor',
  'online_wallet',
  'foundation',
]);

/**
 * The label that counts for an account at a time (docs/method/3, sections 2, 2.2 and 2.3): of the given and carried ones,
 * else of its cluster's, which then have a confidence of 40 at most. Version 3 knows no other labels from records.
 *
 * @param labels Every label of the account, in any order.
 * @param time Unix seconds.
 * @returns null where the account counts as unlabelled.
 * @example
 * countingLabel([depositAddress], 1_700_000_000); // null
 */
export function countingLabel(labels: readonly Label[], time: number): GoverningLabel | null {
  if (labels.length === 0) return null;
  return absorbingLabel(labels.every(isOfVersion3) ? labels : labels.filter(isOfVersion3), time, 'bwd');
}

function isOfVersion3({ origin, derivedBy }: Label): boolean {
  return derivedBy === 'cluster' || (derivedBy === undefined && origin === 'given');
}

/**
 * Where a share came from that a label ends.
 *
 * @param time Unix seconds of its payment.
 */
export function sourceOf(
  { label, beforeDesignation }: GoverningLabel,
  time: number,
  isOnReviewedList: IsOnReviewedList,
): ShareSource {
  const { category, entity, confidence } = label;
  return { category, entity, confidence, beforeDesignation, explained: isExplained(label, time, isOnReviewedList) };
}

/** Whether a label explains what its account paid at a time (docs/method/3, section 2.4). */
export function isExplained(
  { category, entity, confidence }: Pick<Label, 'category' | 'entity' | 'confidence'>,
  time: number,
  isOnReviewedList: IsOnReviewedList,
): boolean {
  return confidence >= EXPLAINING_CONFIDENCE && EXPLAINING.has(category) && isOnReviewedList(entity, time);
}
