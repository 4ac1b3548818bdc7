import { groupDigits } from './group-digits.ts';

/**
 * Base units as an exact decimal number with thousands marked. Text that is no whole number stays as it is: a result is
 * shown even where one of its amounts cannot be read.
 *
 * @example formatAmount('1500000', 6); // '1.5'
 */
export function formatAmount(baseUnits: string, decimals: number): string {
  if (!/^-?\d+$/.test(baseUnits)) return baseUnits;
  const isNegative = baseUnits.startsWith('-');
  const digits = baseUnits.replace('-', '').padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, '');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${groupDigits(whole)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Base units with their ticker.
 *
 * @example formatCoins('1500000', { decimals: 6, ticker: 'USDT' }); // '1.5 USDT'
 */
export function formatCoins(
  baseUnits: string,
  { decimals, ticker }: { readonly decimals: number; readonly ticker: string },
): string {
  return `${formatAmount(baseUnits, decimals)} ${ticker}`;
}
