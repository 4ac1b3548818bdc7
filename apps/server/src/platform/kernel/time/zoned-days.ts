const DAY_MS = 86_400_000;

/**
 * When a day begins in a time zone, also on the night its clocks change.
 *
 * @param day its midnight in UTC, in milliseconds
 * @param timeZone an IANA name
 * @throws RangeError for what is no time, or no zone
 * @example startOfDay(Date.UTC(2026, 11, 31), 'Europe/Tallinn') // 2026-12-30T22:00:00Z
 */
export function startOfDay(day: number, timeZone: string): Date {
  // Midnight by the clocks of the day before, and of the day after: the earlier one, unless it is still yesterday.
  const midnights = [day - DAY_MS, day + DAY_MS].map((time) => day - offsetOf(time, timeZone));
  const earlier = Math.min(...midnights);
  const isToday = earlier + offsetOf(earlier, timeZone) >= day;
  return new Date(isToday ? earlier : Math.max(...midnights));
}

/** How far a zone's clocks are ahead of UTC at this moment, in milliseconds. */
function offsetOf(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(time / 1000) * 1000;
}
