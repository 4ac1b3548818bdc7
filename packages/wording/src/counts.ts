import { groupDigits } from './group-digits.ts';

/**
 * A whole number with thousands marked.
 *
 * @throws RangeError for a number that is not whole or not safe
 * @example formatCount(1234567); // '1,234,567'
 */
export function formatCount(count: number): string {
  if (!Number.isSafeInteger(count)) throw new RangeError(`"count" expected a whole number, got ${count}`);
  return `${count < 0 ? '-' : ''}${groupDigits(Math.abs(count).toString())}`;
}

/**
 * A number of things, in the singular for one.
 *
 * @param many Where it is not `one` with an s
 * @example countOf(1, 'transfer'); // '1 transfer'
 * @example countOf(1200, 'match', 'matches'); // '1,200 matches'
 */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
