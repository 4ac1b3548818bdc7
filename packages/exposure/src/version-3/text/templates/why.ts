import { formatPoints, formatShare, formatUsdInSentence, nameStars } from '@assay/wording';
import { isAtMost, isBelow } from '../../rating/bounds/bounds.ts';
import type { StarsGiven } from '../../rating/floors/total.ts';
import { WORDS } from '../category-words.ts';
import { define } from '../define.ts';
import {
  fromAll,
  fromBound,
  inDollars,
  LAYER_WORDS,
  MIXTURE_WORDS,
  nameMixture,
  namePaid,
  paidAll,
  partOf,
  shareFrom,
  shareUpTo,
  unfollowed,
} from '../words.ts';

const OF = { mixture: 'mixture', rest: 'yes' } as const;
const SUM = { categories: 'categories', share: 'share', usd: 'usd' } as const;
const KNOWN = { ...OF, near: 'share', far: 'share', notFollowed: 'share', points: 'points' } as const;

const NEAR = 'one or two owners';
const starsInSentence = (stars: StarsGiven): string => nameStars(stars).toLowerCase();
const strongly = (byStrong: boolean): string => (byStrong ? ', by labels of confidence 50 or more in force then' : '');
const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const historyWords = (whole: boolean): string => (whole ? 'the history is whole' : 'the history is not whole');

/** Which rule decided, and of which mixture (docs/method/3, sections 9 and 10). */
export const WHY = {
  why_floor: define(
    'why_floor',
    { ...OF, ...SUM, layer: 'layer', byStrong: 'yes', minShare: 'share' },
    ({ mixture, rest, categories, share, usd, layer, byStrong, minShare }) =>
      `${shareFrom(share, minShare)}${inDollars(usd)} of ${nameMixture(mixture, rest)} ${LAYER_WORDS[layer]} ${fromAll(categories)}${strongly(byStrong)}.`,
  ),
  why_floor_bound: define(
    'why_floor_bound',
    { minShare: 'share', minUsd: 'usd', points: 'points', stars: 'stars' },
    ({ minShare, minUsd, points, stars }) =>
      `${fromBound(minShare, minUsd)}, this alone is a total of ${formatPoints(points)} of 100: ${starsInSentence(stars)}.`,
  ),
  why_linear: define(
    'why_linear',
    { ...OF, ...SUM, layer: 'layerOrBoth', points: 'points', stars: 'stars' },
    ({ mixture, rest, categories, share, usd, layer, points, stars }) =>
      `${formatShare(share)}${inDollars(usd)} of ${nameMixture(mixture, rest)} ${LAYER_WORDS[layer]} ${fromAll(categories)}; weighed by risk, that is a total of ${formatPoints(points)} of 100: ${starsInSentence(stars)}.`,
  ),
  why_some: define(
    'why_some',
    { mixture: 'mixture' },
    ({ mixture }) => `So little of ${MIXTURE_WORDS[mixture]} is bad that it gives three stars, neither more nor fewer.`,
  ),
  why_sample: define('why_sample', { stars: 'stars' }, ({ stars }) =>
    stars === 2
      ? 'A part of a history gives three stars at least; here two, because of all that came in by its stated total at least 10% and $1,000 comes straight from sources of tiers S and A.'
      : 'A part of a history gives three stars at least.',
  ),
  why_explained: define(
    'why_explained',
    { ...KNOWN, stars: 'stars' },
    ({ stars, mixture, rest, near, notFollowed, points }) =>
      `${nameStars(stars)}: ${shareFrom(near, 0.75)} of ${nameMixture(mixture, rest)} is explained at ${NEAR}, where 75% is needed; ${unfollowed(notFollowed)}, and the history is whole. The total is ${formatPoints(points)} of 100.`,
  ),
  why_far: define(
    'why_far',
    KNOWN,
    ({ mixture, rest, near, far, notFollowed, points }) =>
      `Four stars: ${shareFrom(far, 0.75)} of ${nameMixture(mixture, rest)} is explained, where 75% is needed, but ${near > 0 ? shareFrom(near, 0.75) : 'none'} at ${NEAR}; ${unfollowed(notFollowed)}, and the history is whole. The total is ${formatPoints(points)} of 100.`,
  ),
  why_part: define(
    'why_part',
    { ...KNOWN, whole: 'yes' },
    ({ mixture, rest, near, notFollowed, points, whole }) =>
      `Four stars: ${shareFrom(near, 0.4, 0.75)} of ${nameMixture(mixture, rest)} is explained at ${NEAR}, where 40% is needed; ${unfollowed(notFollowed)}, and the total is ${formatPoints(points)} of 100. To say more takes 75% and a whole history; here ${historyWords(whole)}.`,
  ),
  why_lower: define(
    'why_lower',
    { mixture: 'mixture', stars: 'stars' },
    ({ mixture, stars }) =>
      `By itself, ${MIXTURE_WORDS[mixture]} would have ${starsInSentence(stars)}; the lower counts.`,
  ),
  why_returned: define(
    'why_returned',
    { ...SUM, mixture: 'mixture' },
    ({ mixture, categories, share, usd }) =>
      `Three stars at most: ${formatShare(share)}${inDollars(usd)} of ${MIXTURE_WORDS[mixture]} was from ${fromAll(categories)} and was sent back.`,
  ),
  why_paid: define(
    'why_paid',
    { ...SUM, rest: 'yes', byStrong: 'yes', minShare: 'share' },
    ({ categories, share, usd, rest, byStrong, minShare }) =>
      `${shareFrom(share, minShare)}${inDollars(usd)} of ${namePaid(rest)} went straight to ${paidAll(categories)}${strongly(byStrong)}.`,
  ),
  why_paid_least: define('why_paid_least', { sample: 'yes' }, ({ sample }) =>
    sample
      ? 'In a part of a history, what was paid gives three stars at least.'
      : 'Where nothing came in, what was paid gives three stars at least.',
  ),
  why_victims: define(
    'why_victims',
    { ...SUM, rest: 'yes' },
    ({ categories, share, usd, rest }) =>
      `${shareFrom(share, 0.1)}${inDollars(usd)} of ${namePaid(rest)} went straight to ${paidAll(categories)}. From 10%${usd === null ? '' : ` and ${formatUsdInSentence(100)}`} on, that is three stars at most: a victim would look the same.`,
  ),
  why_own_label: define(
    'why_own_label',
    { stars: 'stars', category: 'category', confidence: 'confidence', replaces: 'yes' },
    ({ stars, category, confidence, replaces }) =>
      `${nameStars(stars)}: a label of confidence ${confidence} says that it ${WORDS[category].own}${replaces ? ', which counts in place of its transfers' : ''}.`,
  ),
  why_service_floor: define(
    'why_service_floor',
    { stars: 'stars', share: 'share' },
    ({ stars, share }) =>
      `${nameStars(stars)}: ${shareFrom(share, 0.1, 0.25, 0.5)} of what came in comes straight from high-risk sources. From ${formatUsdInSentence(1000)} and 10% on a service has three stars at most, from 25% two, from 50% one.`,
  ),
  why_weaker_labels: define(
    'why_weaker_labels',
    {},
    () => 'Labels of confidence 50 or more in force then do not reach this; all labels together do.',
  ),
  why_not_whole: define('why_not_whole', {}, () => 'The history is not whole, so not all is known.'),
  why_in_what_was_read: define('why_in_what_was_read', {}, () => 'Only a part of the history was read.'),
  why_no_inflow: define('why_no_inflow', { question: 'question' }, ({ question }) =>
    question === 'wallet' ? 'No stars: nothing came in.' : 'No stars: nothing is known of the sender.',
  ),
  why_nothing_left: define(
    'why_nothing_left',
    { mixture: 'mixture' },
    ({ mixture }) => `No stars: all of ${MIXTURE_WORDS[mixture]} is set aside.`,
  ),
  why_under_dollar: define(
    'why_under_dollar',
    OF,
    ({ mixture, rest }) => `No stars: ${nameMixture(mixture, rest)} is worth less than $1.`,
  ),
  why_not_explained: define(
    'why_not_explained',
    { ...KNOWN, whole: 'yes' },
    ({ mixture, rest, near, far, notFollowed, points, whole }) => {
      const isRead = isAtMost(notFollowed, 0.1);
      const unread = isRead ? '' : ` with at most 10% not followed; here ${unfollowed(notFollowed)}`;
      const further =
        isBelow(far, 0.75) || !isRead
          ? ''
          : ` At any distance it is ${shareFrom(far, 0.75)}, where 75% is needed with at most 10% not followed and a whole history; here ${unfollowed(notFollowed)}, and ${historyWords(whole)}.`;
      return `No stars: ${uncapitalised(partOf(near, shareFrom(near, 0.4), nameMixture(mixture, rest)))} is explained at ${NEAR}, where four stars need 40%${unread}, and the total is ${formatPoints(points)} of 100, where a warning needs 40.${further}`;
    },
  ),
  why_both_needed: define(
    'why_both_needed',
    { mixture: 'mixture', stars: 'stars' },
    ({ mixture, stars }) =>
      `By itself, ${MIXTURE_WORDS[mixture]} would have ${starsInSentence(stars)}, but both have to have stars.`,
  ),
  why_unread: define(
    'why_unread',
    { mixture: 'mixture', share: 'share' },
    ({ mixture, share }) =>
      `${shareUpTo(share, 0.1)} of ${MIXTURE_WORDS[mixture]} could not be read; to say that nothing was found, it may be 10% at most.`,
  ),
  why_history_needed: define(
    'why_history_needed',
    {},
    () => 'The history is not whole, and to say that nothing was found it has to be.',
  ),
};
