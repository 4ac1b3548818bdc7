const PLACES = 18;

/**
 * What an underpaid payment lacks, exact to 18 decimal places; null where nothing is missing or an amount is no decimal
 * number. Numbers below a millionth come with an exponent.
 *
 * @example missingAmount('0.01', '0.0035') // '0.0065'
 */
export function missingAmount(asked: string, received: string): string | null {
  const [all, part] = [unitsOf(asked), unitsOf(received)];
  if (all === null || part === null || part >= all) return null;
  const digits = (all - part).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function unitsOf(text: string): bigint | null {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,30})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const shift = PLACES + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}
