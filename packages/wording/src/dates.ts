/** Months as dates name them, January first. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * DD MMM YYYY in UTC: a result is the same for every reader. Text that is no time stays as it is.
 *
 * @example formatDay('2026-11-20T11:47:03.000Z'); // '20 Nov 2026'
 */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${twoDigits(time.getUTCDate())} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/**
 * DD MMM YYYY, HH:mm in UTC. Text that is no time stays as it is.
 *
 * @example formatTime('2026-11-20T11:47:03.000Z'); // '20 Nov 2026, 11:47'
 */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${formatDay(iso)}, ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
}

/**
 * YYYY-MM-DD in UTC, as sentences of a result name days.
 *
 * @throws RangeError for an invalid date
 * @example isoDayOf(new Date('2026-11-20T11:47:03.000Z')); // '2026-11-20'
 */
export function isoDayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * YYYY-MM-DD, HH:mm UTC, as sentences of a result name moments.
 *
 * @throws RangeError for an invalid date
 * @example isoMinuteOf(new Date('2026-11-20T11:47:03.000Z')); // '2026-11-20, 11:47 UTC'
 */
export function isoMinuteOf(time: Date): string {
  return `${isoDayOf(time)}, ${time.toISOString().slice(11, 16)} UTC`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
