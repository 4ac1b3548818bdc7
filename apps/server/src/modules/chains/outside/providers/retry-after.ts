/**
 * `Retry-After` (RFC 9110, 10.2.3) in milliseconds from `nowMs`: seconds or an HTTP date; null where it says neither.
 * A date that has passed is 0.
 *
 * @example readRetryAfter('120', Date.now()) // 120000
 */
export function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  if (/^\s*\d{1,6}\s*$/.test(text)) return Number(text) * 1000;
  const date = /^\s*[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
