import { fieldDay } from '@assay/wording';
import { startOfDay } from '../../../platform/kernel/time/zoned-days.ts';

const DAY_MS = 86_400_000;

/**
 * The last millisecond of a day in a time zone.
 *
 * @param day `2026-12-31`, or a moment, which means its day in the zone
 * @param timeZone an IANA name
 * @throws RangeError for a text that is no day.
 * @example endOfDay('2026-12-31', 'Europe/Tallinn') // 2026-12-31T21:59:59.999Z
 */
export function endOfDay(day: string | Date, timeZone: string): Date {
  const date =
    typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : fieldDay(new Date(day).toISOString(), timeZone);
  return new Date(startOfDay(Date.parse(date) + DAY_MS, timeZone).getTime() - 1);
}
