import { CATEGORIES, type Category } from '@assay/domain';
import { absorbingLabel } from '../../labels/absorbing-label.ts';
import type { PartyFacts } from '../../labels/party-facts.ts';
import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import type { IsOnReviewedList, ShareSource } from '../mixture.ts';

/**
 * How a share passes what it meets on its way (docs/method/3, section 5.2): `bad` (tier S, A and B) stays what it is in
 * a coinjoin; `explained` adds no owner at change to the cluster of an owner of an input; `neutral` is all else that
 * has a label. Unknown origin passes as `neutral` does.
 */
export type ShareKind = 'bad' | 'neutral' | 'explained';

/** Categories of services that can identify their customers (section 2.4). */
const IDENTIFYING: ReadonlySet<Category> = new Set<Category>([
  'exchange_licensed',
  'exchange_licence_unknown',
  'p2p_exchange_licensed',
  'p2p_exchange_licence_unknown',
  'payment_processor',
  'online_wallet',
  'foundation',
]);
/** Confidence from which a label explains. */
const EXPLAINING_CONFIDENCE = 40;

/**
 * The label that counts for an owner at a time (Unix seconds): of its given labels, else of its cluster's, at 40 at
 * most (sections 2 and 2.3). Other labels that versions 1 and 2 derived do not count.
 */
export function labelAt({ labels }: Pick<PartyFacts, 'labels'>, time: number): GoverningLabel | null {
  if (labels.length === 0) return null;
  const counting = labels.filter(({ origin, derivedBy }) => origin === 'given' || derivedBy === 'cluster');
  return absorbingLabel(counting, time, 'bwd');
}

/** A label as the source of a share that its owner paid at a time (Unix seconds). */
export function sourceOf(
  { label, beforeDesignation }: GoverningLabel,
  time: number,
  isOnReviewedList: IsOnReviewedList,
): ShareSource {
  const { category, entity, confidence } = label;
  const explained = confidence >= EXPLAINING_CONFIDENCE && IDENTIFYING.has(category) && isOnReviewedList(entity, time);
  return { category, entity, confidence, beforeDesignation, explained };
}

export function kindOf({ category, explained }: ShareSource): ShareKind {
  if (explained) return 'explained';
  const { tier } = CATEGORIES[category];
  return tier === 'S' || tier === 'A' || tier === 'B' ? 'bad' : 'neutral';
}
