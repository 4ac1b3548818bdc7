import { type Category, STAR_BOUNDS, type Stars } from '@assay/domain';
import { formatBound, formatPoints, formatShare, joinWords, nameStars } from '@assay/wording';
import { MIN_ATTRIBUTED, MIN_CLEAN } from '../../method/numbers.ts';
import type { Direction } from '../../records/record.ts';
import { FLOW_WORDS, nameSource, partiesOf } from './words.ts';

/** `unrated`: too little would be known; `limited`: four stars, because coverage is limited. */
type Outcome = { readonly stars: Stars; readonly outcome: 'stars' | 'same_stars' | 'limited' | 'unrated' };
type Share = { readonly share: number };

/** What would have to be different for another number of stars. */
export const CHANGE_TEMPLATES = {
  follows_label: (label: { readonly source: string; readonly list: string | null }) =>
    `The score follows the label: it would change if ${nameSource(label)} withdrew or changed it.`,
  follows_any_label: ({ sources }: { readonly sources: readonly string[] }) =>
    `${sources.length} sources say so, and each alone gives this score: ${joinWords(sources)}. It would change only if all of them withdrew it.`,
  label_not_alone: () => 'Without this label the score would be the same.',
  without_label: ({ points, ...outcome }: Outcome & { readonly points: number }) =>
    `Without a label of its own, its transfers would score ${formatPoints(points)} of 100: ${nameOutcome(outcome)}.`,
  without_category: ({
    category,
    direction,
    points,
    ...outcome
  }: Outcome & { readonly category: Category; readonly direction: Direction; readonly points: number }) =>
    `Without ${partiesOf(category)} in ${FLOW_WORDS[direction].value}, the rest would score ${formatPoints(points)} of 100: ${nameOutcome(outcome)}.`,
  drops_to_four: ({ points }: { readonly points: number }) =>
    `At ${STAR_BOUNDS[5]} points it drops to four stars; it is at ${formatPoints(points)}.`,
  sanctioned_value: ({ least }: { readonly least: string }) =>
    `From ${least} in sum on, value directly from or to a party that was on a sanctions list when it moved would leave two stars at most.`,
  listed_later: ({ share, direction }: Share & { readonly direction: Direction }) =>
    `Of ${FLOW_WORDS[direction].value}, ${formatShare(share)} moved before the other side was listed: it is shown, and weighs less.`,
  needs_points: ({
    stars,
    bound,
    points,
  }: {
    readonly stars: Stars;
    readonly bound: number;
    readonly points: number;
  }) => `${nameStars(stars)} need a score under ${bound}; it is ${formatPoints(points)}.`,
  needs_clean: ({ share }: Share) =>
    `Five stars need ${formatBound(MIN_CLEAN)} of all value moved to be with known parties without raised risk; ${formatShare(share)} is. More records or more labels can show it.`,
  too_small_from: ({ least }: { readonly least: string }) =>
    `What is too small to count weighs little; it would weigh fully from ${least} on.`,
  first_transfer: () => 'A first confirmed transfer, or a label of its own, would allow a rating.',
  only_a_label: () => 'Only a label of its own would allow a rating.',
  source_answers: () => 'A source that answers would allow a rating.',
  needs_attributed: ({ share }: Share) =>
    `A rating needs ${formatBound(MIN_ATTRIBUTED)} of all value moved to be attributed; ${formatShare(share)} is. More records or more labels can show it.`,
  never_rated: () => 'Nothing would: such an address is never rated.',
};

function nameOutcome({ stars, outcome }: Outcome): string {
  switch (outcome) {
    case 'unrated':
      return 'too little is known to rate that';
    case 'limited':
      return 'four stars, because coverage is limited';
    case 'same_stars':
      return `still ${nameStars(stars).toLowerCase()}`;
    case 'stars':
      return nameStars(stars).toLowerCase();
  }
}
