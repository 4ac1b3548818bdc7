/**
 * Exact dollars (docs/method, section 6.3). Prices are whole numbers of 10^-18 dollars for one coin, amounts base
 * units; nothing is rounded before the last step, and no binary fraction is in between.
 */

/** US dollars of one whole coin, in units of 10^-18 dollars. */
export type Price = bigint;

/** Decimals a price is kept with. */
export const PRICE_DECIMALS = 18;

const ONE_DOLLAR: Price = 10n ** BigInt(PRICE_DECIMALS);

/** What a stablecoin at par counts as. */
export const PAR: Price = ONE_DOLLAR;

/** No coin was ever worth this much; a larger number is a mistake of its source. */
const MAX_PRICE: Price = 10n ** 12n * ONE_DOLLAR;
/** Beyond this an exponent is a mistake or an attack on the memory. */
const MAX_EXPONENT = 40;
const DECIMAL = /^\+?(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Reads a price from decimal text, `1e-7` included; what is finer than 10^-18 dollars is rounded half up.
 *
 * @returns null for what is no number, zero, negative, or 10^12 dollars and more
 * @example
 * parsePrice('37410.5'); // 37410500000000000000000n
 */
export function parsePrice(text: string): Price | null {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text.trim()) ?? [];
  const digits = whole + fraction;
  const shift = PRICE_DECIMALS + Number(exponent) - fraction.length;
  if (digits === '' || digits.length > 80 || Math.abs(Number(exponent)) > MAX_EXPONENT) return null;
  const value =
    shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : divideHalfUp(BigInt(digits), 10n ** BigInt(-shift));
  return value > 0n && value < MAX_PRICE ? value : null;
}

/**
 * A price as decimal text, without needless zeros; `parsePrice` reads it back.
 *
 * @example
 * priceText(PAR); // '1'
 */
export function priceText(price: Price): string {
  const digits = price.toString().padStart(PRICE_DECIMALS + 1, '0');
  const whole = digits.slice(0, -PRICE_DECIMALS);
  const fraction = digits.slice(-PRICE_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** An amount with the price of its moment; null where none is known. */
export interface PricedAmount {
  /** Base units. */
  readonly amount: bigint;
  readonly price: Price | null;
}

/**
 * Dollars of several amounts together: summed exactly, then rounded half up to cents, once.
 *
 * @param decimals base units per coin are 10^decimals
 * @param total what the amounts are known to be a part of, base units: the rest counts at their average price
 * @returns null as soon as one amount has no price: a sum that leaves something out is no sum. 0 for no amounts.
 * @example
 * usdOfAmounts([{ amount: 5_000n, price: PAR }], 6); // 0.01
 */
export function usdOfAmounts(amounts: Iterable<PricedAmount>, decimals: number, total?: bigint): number | null {
  let sum = 0n;
  let known = 0n;
  for (const { amount, price } of amounts) {
    if (price === null) return null;
    sum += amount * price;
    known += amount;
  }
  if (total !== undefined && total > known) {
    if (known === 0n) return null;
    sum = divideHalfUp(sum * total, known);
  }
  const cents = divideHalfUp(sum * 100n, 10n ** BigInt(decimals + PRICE_DECIMALS));
  return Number(cents) / 100;
}

function divideHalfUp(part: bigint, whole: bigint): bigint {
  return (part + whole / 2n) / whole;
}
