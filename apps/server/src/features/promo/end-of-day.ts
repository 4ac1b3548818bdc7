import { startOfDay } from '../../zoned-days.ts';

const DAY_MS = 86_400_000;

/**
 * The last millisecond of a day in a time zone.
 *
 * @param day `2026-12-31`, or a moment, which stands for its day in the zone
 * @param timeZone an IANA name
 * @throws RangeError for what is no day.
 * @example endOfDay('2026-12-31', 'Europe/Tallinn') // 2026-12-31T21:59:59.999Z
 */
export function endOfDay(day: string | Date, timeZone: string): Date {
  const date = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : dayOf(new Date(day), timeZone);
  return new Date(startOfDay(Date.parse(date) + DAY_MS, timeZone).getTime() - 1);
}

/** `2026-12-31`, as a calendar on the wall there shows it. */
function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  );
}
