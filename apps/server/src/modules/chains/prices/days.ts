import { isoDayOf } from '@assay/wording';

/** Days in UTC, written `YYYY-MM-DD`; as text they sort as in time. */

const DAY_MS = 86_400_000;

/**
 * The day of a moment in Unix seconds.
 *
 * @example
 * dayOf(1_700_000_000); // '2023-11-14'
 */
export function dayOf(seconds: number): string {
  return isoDayOf(new Date(seconds * 1000));
}

export function addDays(day: string, days: number): string {
  return isoDayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
}

/** Ranges of days, each with its first and last day; a gap of up to `join` days is included in the range. */
export function stretchesOf(
  days: readonly string[],
  join: number,
): readonly { readonly firstDay: string; readonly lastDay: string }[] {
  const stretches: { firstDay: string; lastDay: string }[] = [];
  for (const day of [...days].sort()) {
    const last = stretches.at(-1);
    if (last !== undefined && day <= addDays(last.lastDay, join + 1)) last.lastDay = day;
    else stretches.push({ firstDay: day, lastDay: day });
  }
  return stretches;
}
