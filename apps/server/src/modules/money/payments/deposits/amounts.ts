/** Decimal places that are kept: more than any currency that is paid with has. */
const PLACES = 30;

/**
 * A decimal number as whole units of its 30th place, exact; null for what is no such number. Numbers below a millionth
 * come with an exponent. What goes beyond the last place is cut off.
 *
 * @example unitsOf('0.5') === 5n * 10n ** 29n
 */
export function unitsOf(text: string): bigint | null {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,30})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? [];
  if (whole === '') return null;
  const shift = PLACES + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}

/**
 * Units of the 30th place as a decimal number without needless zeros.
 *
 * @example amountOf(5n * 10n ** 29n) // '0.5'
 */
export function amountOf(units: bigint): string {
  const digits = units.toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * Cents as dollars, exactly.
 *
 * @example dollarsOf(990) // '9.90'
 */
export function dollarsOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
