import type { Category } from '@assay/domain';
import { formatBound, formatShare, formatUsdInSentence, joinWords } from '@assay/wording';
import { isAtMost, isBelow } from '../rating/bounds/bounds.ts';
import type { Usd } from '../rating/bounds/dollars.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { RiskLevel } from '../rating/verdict.ts';
import { WORDS } from './category-words.ts';
import type { Layer, Question } from './define.ts';

/** Decimals of a percentage. */
const MOST_DECIMALS = 7;

const MOST_UNFOLLOWED = 0.1;

/** What a share is of, inside a sentence. */
export const MIXTURE_WORDS: Readonly<Record<MixtureName, string>> = {
  ever: 'what came in',
  now: 'what it held after the last inflow',
  payment: 'the payment',
};

export const LEVEL_WORDS: Readonly<Record<RiskLevel, string>> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
  very_high: 'Very high risk',
};

/** What is asked about, inside a sentence. */
export const QUESTION_WORDS: Readonly<Record<Question, string>> = {
  wallet: 'this address',
  payment: 'this payment',
  planned: 'this payment',
};

/** How money came, before the source. */
export const LAYER_WORDS: Readonly<Record<Layer | 'both', string>> = {
  direct: 'comes straight from',
  indirect: 'traces back to',
  both: 'comes, straight or through others, from',
};

/** A mixture, and whether shares are of what section 8 left of it. */
export const nameMixture = (mixture: MixtureName, rest: boolean): string =>
  rest ? `what is left of ${MIXTURE_WORDS[mixture]}` : MIXTURE_WORDS[mixture];

/** All paid, and whether without what was sent back. */
export const namePaid = (rest: boolean): string => (rest ? 'what it paid, without what it sent back,' : 'what it paid');

/** A share that was written already, of something; none of it where there is nothing. */
export const partOf = (share: number, written: string, of: string): string =>
  share > 0 ? `${written} of ${of}` : `Nothing of ${of}`;

/** R, beside the 10% that it may be at most. */
export const unfollowed = (share: number): string =>
  share > 0 ? `${shareUpTo(share, MOST_UNFOLLOWED)} was not followed` : 'all was followed';

const OWNER_WORDS = ['one owner', 'two owners', 'three owners', 'four owners', 'five owners'];

/** How far away a source is: 'three owners'; six are six or more. */
export const countOwners = (owners: number): string => OWNER_WORDS[owners - 1] ?? 'six or more owners';

/** Dollars after a share; nothing where a price lacks. */
export const inDollars = (usd: Usd): string => (usd === null ? '' : ` (${formatUsdInSentence(usd)})`);

export const fromAll = (categories: readonly Category[]): string =>
  joinWords(categories.map((category) => WORDS[category].from));

export const paidAll = (categories: readonly Category[]): string =>
  joinWords(categories.map((category) => WORDS[category].paid));

/**
 * A share in a sentence that names bounds from which on something holds: as `formatShare` has it, with more decimals
 * where it would read as a bound that it is below of.
 */
export const shareFrom = (share: number, ...bounds: readonly number[]): string =>
  shareSuch((shown) => bounds.every((bound) => isBelow(shown, bound) === isBelow(share, bound)), share);

/** The same beside a bound up to which something holds. */
export const shareUpTo = (share: number, bound: number): string =>
  shareSuch((shown) => isAtMost(shown, bound) === isAtMost(share, bound), share);

function shareSuch(agrees: (shown: number) => boolean, share: number): string {
  let decimals = 1;
  while (decimals < MOST_DECIMALS && !agrees(Number((share * 100).toFixed(decimals)) / 100)) decimals += 1;
  return formatShare(share, decimals);
}

/** From which share and dollars on something holds, at the start of a sentence. */
export function fromBound(share: number, usd: Usd): string {
  if (usd === null) return `From ${formatBound(share)} on`;
  const dollars = `From ${formatUsdInSentence(usd)} on`;
  return share === 0 ? dollars : `${dollars}, with at least ${formatBound(share)}`;
}
