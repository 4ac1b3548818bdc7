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
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  // Clocks may change on that very night: the offset is looked up where the guess lands, twice.
  let midnight = new Date(next.getTime() - offsetMs(next, timeZone));
  midnight = new Date(next.getTime() - offsetMs(midnight, timeZone));
  return new Date(midnight.getTime() - 1);
}

/** `2026-12-31`, as a calendar on the wall there shows it. */
function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  );
}

/** How far clocks there are ahead of UTC. */
function offsetMs(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return there - Math.floor(moment.getTime() / 1000) * 1000;
}
