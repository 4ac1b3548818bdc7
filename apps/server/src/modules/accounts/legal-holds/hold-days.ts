import { isoDayOf } from '@assay/wording';

const DAY_MS = 86_400_000;
/** A longer one is placed again when it ends: somebody then looks whether it is still needed. */
export const MOST_HOLD_DAYS = 3_650;

/** The last day (UTC) of a hold that ends by itself at `until`. */
export function lastDayOf(until: Date): string {
  return isoDayOf(new Date(until.getTime() - 1));
}

/**
 * When a hold ends whose last day is this one; null for what is no day (UTC) from today to ten years ahead.
 *
 * @example endOfHold('2027-03-01', now) // 2027-03-02T00:00:00Z
 */
export function endOfHold(lastDay: string, now: Date): Date | null {
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(lastDay) ? Date.parse(`${lastDay}T00:00:00Z`) : Number.NaN;
  // 30 February is taken for 2 March.
  if (Number.isNaN(begins) || isoDayOf(new Date(begins)) !== lastDay) return null;
  const until = new Date(begins + DAY_MS);
  const isWithin = until > now && begins <= now.getTime() + MOST_HOLD_DAYS * DAY_MS;
  return isWithin ? until : null;
}
