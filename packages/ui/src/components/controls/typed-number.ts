/**
 * What was typed where a whole number is asked for. Spaces and stray letters are dropped; a sign, a separator or an
 * exponent stays to be seen, and makes it no whole number: without them 12.5 would be read as 125.
 *
 * @example
 * typedNumber('2x50'); // { text: '250', whole: 250 }
 * typedNumber('12.5'); // { text: '12.5', whole: null }
 */
export function typedNumber(typed: string): { readonly text: string; readonly whole: number | null } {
  const text = typed.replace(/[^\d.,'’+\-−e]/gi, '');
  return { text, whole: /^\d{1,15}$/.test(text) ? Number(text) : null };
}
