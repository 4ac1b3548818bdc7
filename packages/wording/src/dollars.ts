import { groupDigits } from './group-digits.ts';

/** A cent is the least amount of dollars that is shown. */
export const LEAST_USD = 0.01;

const UNDER_LEAST = 'under $0.01';

/**
 * US dollars to the cent, for tables; never $0.00 for more than nothing.
 *
 * @example formatUsd(1658.88); // '$1,658.88'
 * @example formatUsd(0.004); // 'under $0.01'
 */
export function formatUsd(usd: number): string {
  if (usd > 0 && usd < LEAST_USD) return UNDER_LEAST;
  const [whole = '0', cents = '00'] = Math.abs(usd).toFixed(2).split('.');
  return `${usd < 0 ? '-' : ''}$${groupDigits(whole)}.${cents}`;
}

/**
 * US dollars inside a sentence: cents under $1,000 unless there are none, whole dollars above.
 *
 * @example formatUsdInSentence(40); // '$40'
 * @example formatUsdInSentence(1234.5); // '$1,235'
 */
export function formatUsdInSentence(usd: number): string {
  if (usd > 0 && usd < LEAST_USD) return UNDER_LEAST;
  const isWhole = usd >= 1000;
  const [dollars = '0', cents] = (isWhole ? Math.round(usd).toString() : usd.toFixed(2)).split('.');
  const grouped = groupDigits(dollars);
  return cents === undefined || cents === '00' ? `$${grouped}` : `$${grouped}.${cents}`;
}
