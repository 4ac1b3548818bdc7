/**
 * The same day the given number of months later (UTC), or the last day of that month where it has no such day.
 *
 * @example addMonths(new Date('2026-01-31T10:00:00Z'), 1) // 2026-02-28T10:00:00Z
 */
export function addMonths(from: Date, months: number): Date {
  const day = from.getUTCDate();
  const then = new Date(from);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(day, last));
  return then;
}
