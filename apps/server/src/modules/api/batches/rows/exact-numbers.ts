/** As JavaScript has it, and its types do not yet. */
const parse = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
/** Only so many digits, or such an exponent, make a number another one; a text with neither need not be read again. */
const MAY_CHANGE = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/**
 * A JSON value again, with text in place of each number that reads as another one than is written there: programs number
 * their objects with more digits than JavaScript keeps.
 *
 * @param value what the text reads as
 * @returns null where it is nested too deep
 */
export function withExactNumbers<T>(text: string, value: T): T | null {
  if (!MAY_CHANGE.test(text)) return value;
  try {
    return parse(text, (_key, one, { source }) => (isOther(one, source) ? source : one)) as T;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isOther(value: unknown, source: string | undefined): boolean {
  if (typeof value !== 'number' || source === undefined) return false;
  return !Number.isFinite(value) || digitsOf(String(value)) !== digitsOf(source);
}

/** Without the zeros around them: numbers that differ by more than those do not differ by rounding. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.toLowerCase().split('e');
  const digits = mantissa.replaceAll(/[-.]/g, '');
  let [from, to] = [0, digits.length];
  while (digits[from] === '0') from += 1;
  while (to > from && digits[to - 1] === '0') to -= 1;
  return digits.slice(from, to);
}
