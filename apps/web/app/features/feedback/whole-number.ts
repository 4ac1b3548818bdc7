/** The highest position in a list. */
export const ORDER_MAX = 10_000;

/**
 * A whole number from 0 to `most` as it was typed; null for anything else.
 *
 * @example readNumber(' 12 ', 100) // 12
 */
export function readNumber(text: string, most: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return number <= most ? number : null;
}
