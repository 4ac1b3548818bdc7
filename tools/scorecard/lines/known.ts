import { CATEGORIES, type Category } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { LabelledAddress } from '../starter-labels.ts';

/** What lists say of an address, so far as they agree. */
export type Truth = 'bad' | 'good';

/** An address that is known beforehand, and the statement that makes it so. */
export interface KnownAddress extends LabelledAddress {
  readonly truth: Truth;
  /** The strongest label of that kind. */
  readonly by: Label;
}

/** Labels below this do not compete in either version. */
const LEAST = 20;
const SAYS_NOTHING: ReadonlySet<Category> = new Set(['other_entities', 'unlabelled_service']);
const ORDER = 'SABCD';

const tierOf = ({ category }: Label) => CATEGORIES[category].tier;

/**
 * What is known of an address by lists: bad with a label of tier S or A, good where all its labels are of tier C or D;
 * null where lists disagree, or say tier B, or nothing.
 */
export function knownOf(address: LabelledAddress): KnownAddress | null {
  const labels = address.labels.filter((label) => label.confidence >= LEAST && !SAYS_NOTHING.has(label.category));
  const tiers = new Set(labels.map(tierOf));
  const isBad = tiers.has('S') || tiers.has('A');
  const isGood = tiers.has('C') || tiers.has('D');
  if (tiers.has('B') || isBad === isGood) return null;
  const [by] = labels.toSorted(
    (a, b) => b.confidence - a.confidence || ORDER.indexOf(tierOf(a)) - ORDER.indexOf(tierOf(b)),
  );
  return by === undefined ? null : { ...address, truth: isBad ? 'bad' : 'good', by };
}

/**
 * The case of a known address: what its label names, such as one service, one theft or one order of a court. Addresses
 * of one case came onto a list together, so they are one draw and not many.
 */
export function caseOf({ by, truth }: KnownAddress): string {
  return `${truth} ${by.entity.toLowerCase()}`;
}

/** Whether lists of good and of bad addresses name the same one. */
export function isDisputed({ labels }: LabelledAddress): boolean {
  const tiers = new Set(labels.filter(({ confidence }) => confidence >= LEAST).map(tierOf));
  return (tiers.has('S') || tiers.has('A')) && (tiers.has('C') || tiers.has('D'));
}
