import { groupDigits } from './group-digits.ts';

/**
 * Whole cents of a US dollar as people write them; round dollars without the noughts.
 *
 * @example formatCents(2400) // '$24'
 * @example formatCents(22275) // '$222.75'
 */
export function formatCents(cents: number): string {
  const dollars = groupDigits(Math.floor(cents / 100).toString());
  const rest = cents % 100;
  return rest === 0 ? `$${dollars}` : `$${dollars}.${String(rest).padStart(2, '0')}`;
}

/**
 * A price of one check, in tenths of a cent, with the third place only where it is needed.
 *
 * @example formatMills(800) // '$0.80'
 * @example formatMills(425) // '$0.425'
 */
export function formatMills(mills: number): string {
  const text = `$${Math.floor(mills / 1000)}.${String(mills % 1000).padStart(3, '0')}`;
  return text.replace(/0$/, '');
}
