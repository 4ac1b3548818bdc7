import { CATEGORIES, type Category, STAR_BOUNDS, type Stars } from '@assay/domain';
import {
  CATEGORY_WORDS,
  countOf,
  formatBound,
  formatPoints,
  formatShare,
  formatUsdInSentence,
  nameStars,
} from '@assay/wording';
import { MIN_ATTRIBUTED, MIN_CLEAN, OUTGOING_FACTOR, STRONG_CONFIDENCE } from '../../method/numbers.ts';
import type { Direction } from '../../records/record.ts';
import { type CitedLabel, cite, FLOW_WORDS, partiesOf } from './words.ts';

type Starred = { readonly stars: Stars };
type Points = { readonly points: number };

/** Which rule decided, in numbers that are in the evidence table. */
export const WHY_TEMPLATES = {
  why_service: (label: CitedLabel & Starred & Points) =>
    `${whoIs(label)} A service is scored as what it is, ${formatPoints(label.points)} of 100; its transfers are shown, but not scored.`,
  why_label: (label: CitedLabel & Starred & Points) =>
    `${whoIs(label)} Its own label sets the score to ${label.points === 100 ? '' : 'at least '}${formatPoints(label.points)} of 100, whatever its transfers are.`,
  why_weak_label: () => `Confidence under ${STRONG_CONFIDENCE} counts one band lower.`,
  why_share: (
    given: Starred & {
      readonly direction: Direction;
      readonly layer: 'direct' | 'indirect';
      readonly category: Category;
      readonly share: number;
      readonly usd: number | null;
      readonly hops: number | null;
      /** What only weaker labels, or labels that came later, say is left out of the share. */
      readonly partial: boolean;
    },
  ) => {
    const { stars, direction, layer, category, share, usd, hops, partial } = given;
    const words = FLOW_WORDS[direction];
    const far =
      layer === 'direct' ? ', one hop away' : hops === null ? '' : `, ${countOf(hops, 'hop')} away at the nearest`;
    const dollars = usd === null ? '' : ` (${formatUsdInSentence(usd)} in all)`;
    const counted = partial ? ` by labels of confidence ${STRONG_CONFIDENCE} or more in force then` : '';
    return `${nameStars(stars)}: ${formatShare(share)} of ${words.value} ${layer === 'direct' ? words.straight : words.back} ${partiesOf(category)}${counted}${far}${dollars}.`;
  },
  why_any: ({ points, least, lowered }: Points & { readonly least: string; readonly lowered: boolean }) =>
    `Any transfer like this, ${least} or more in sum, ${floorOf(points, lowered)}`,
  why_bound: ({ points, least, lowered }: Points & { readonly least: string; readonly lowered: boolean }) =>
    `From ${least} on, this alone ${floorOf(points, lowered)}`,
  why_five: ({ direction, points, clean }: Points & { readonly direction: Direction; readonly clean: number }) =>
    `Five stars: ${sumOf(direction, points)}, under ${STAR_BOUNDS[5]}, and ${formatShare(clean)} of all value moved is with known parties without raised risk.`,
  why_sum: ({ stars, direction, points }: Starred & Points & { readonly direction: Direction }) =>
    `${nameStars(stars)}: ${sumOf(direction, points)}.`,
  why_largest_row: (
    given: Points & {
      readonly share: number;
      readonly category: Category;
      readonly entity: string;
      readonly layer: 'direct' | 'indirect';
    },
  ) =>
    `${CATEGORIES[given.category].title} (${given.entity}, ${given.layer}) adds the most: ${formatPoints(given.points)} points for ${formatShare(given.share)}.`,
  why_largest_unknown: ({ points, share }: Points & { readonly share: number }) =>
    `What is unknown or was not followed adds the most: ${formatPoints(points)} points for ${formatShare(share)}.`,
  why_limited: ({ points, clean }: Points & { readonly clean: number }) =>
    `Four stars, not five: ${formatShare(clean)} of all value moved is with known parties without raised risk, and five stars need ${formatBound(MIN_CLEAN)}. The risk found adds up to ${formatPoints(points)} of 100.`,

  why_no_records: ({ elsewhere }: { readonly elsewhere: boolean }) =>
    `No stars: no confirmed transfer of this address was found, and ${noLabel(elsewhere)}.`,
  why_not_traceable: ({ elsewhere }: { readonly elsewhere: boolean }) =>
    `No stars: transfers of this asset cannot be followed, and ${noLabel(elsewhere)}.`,
  why_sources_failed: ({ elsewhere }: { readonly elsewhere: boolean }) =>
    `No stars: no source of transfers answered, and ${noLabel(elsewhere)}.`,
  why_too_little: ({ attributed }: { readonly attributed: number }) =>
    `No stars: ${formatShare(attributed)} of all value moved can be attributed to anyone; a rating needs ${formatBound(MIN_ATTRIBUTED)}, unless a risk is found.`,
  why_burn_address: () =>
    'No stars: this is a mint or burn address of the network, not a wallet; money sent here is destroyed.',
};

function whoIs(label: CitedLabel & Starred): string {
  const { stars, category, confidence, list } = label;
  const sure = list === null ? `, confidence ${confidence}` : '';
  return `${nameStars(stars)}: this address ${CATEGORY_WORDS[category].own}, ${cite(label)}${sure}.`;
}

function floorOf(points: number, lowered: boolean): string {
  const why = lowered
    ? `, one step lower than usual, because its labels are below confidence ${STRONG_CONFIDENCE} or came after the transfer`
    : '';
  return `sets the score to at least ${formatPoints(points)} of 100${why}.`;
}

function sumOf(direction: Direction, points: number): string {
  const discount = direction === 'fwd' ? ` (outgoing counts ${OUTGOING_FACTOR})` : '';
  return `the shares of ${FLOW_WORDS[direction].value}, weighed by risk, add up to ${formatPoints(points)} of 100${discount}`;
}

export function noLabel(elsewhere: boolean): string {
  return elsewhere ? 'it has no labels on this network' : 'this address has no labels that count';
}
