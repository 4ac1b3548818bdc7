import { MONTHS } from './dates.ts';

interface Parts {
  readonly day: string;
  /** '01' to '12'. */
  readonly month: string;
  readonly monthName: string;
  readonly year: string;
  /** 'HH:mm', 00:00 to 23:59. */
  readonly clock: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The parts of a moment where the person is. `timeZone` is an IANA name; text that is no time is null. */
function partsOf(iso: string, timeZone: string): Parts | null {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return null;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return {
    day: part('day'),
    month: part('month'),
    monthName: MONTHS[Number(part('month')) - 1] ?? '',
    year: part('year'),
    clock: `${part('hour')}:${part('minute')}`,
  };
}

/** One formatter a time zone: making one costs more than a hundred uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}

/**
 * DD MMM YYYY, HH:mm where the reader is. `timeZone` is an IANA name; text that is no time stays as it is.
 *
 * @example formatMoment('2026-11-20T11:47:03.000Z', 'Europe/Tallinn'); // '20 Nov 2026, 13:47'
 */
export function formatMoment(iso: string, timeZone: string): string {
  const parts = partsOf(iso, timeZone);
  return parts === null ? iso : `${parts.day} ${parts.monthName} ${parts.year}, ${parts.clock}`;
}

/** '20 Nov, 11:47' in the current year, {@link formatMoment} in any other: for narrow windows. */
export function formatShortMoment(iso: string, timeZone: string, now: Date): string {
  const parts = partsOf(iso, timeZone);
  const today = partsOf(now.toISOString(), timeZone);
  if (parts === null || parts.year !== today?.year) return formatMoment(iso, timeZone);
  return `${parts.day} ${parts.monthName}, ${parts.clock}`;
}

/** '24-11-2026': DD-MM-YYYY. */
export function formatNumericDay(iso: string, timeZone: string): string {
  const parts = partsOf(iso, timeZone);
  return parts === null ? iso : `${parts.day}-${parts.month}-${parts.year}`;
}

/** '24-Nov-2026': DD-MMM-YYYY. */
export function formatNamedDay(iso: string, timeZone: string): string {
  const parts = partsOf(iso, timeZone);
  return parts === null ? iso : `${parts.day}-${parts.monthName}-${parts.year}`;
}

/** '24.11.2026': DD.MM.YYYY. */
export function formatDottedDay(iso: string, timeZone: string): string {
  const parts = partsOf(iso, timeZone);
  return parts === null ? iso : `${parts.day}.${parts.month}.${parts.year}`;
}

/** '2026-11-24', as the date field of a browser takes it; empty for text that is no time. */
export function fieldDay(iso: string, timeZone: string): string {
  const parts = partsOf(iso, timeZone);
  return parts === null ? '' : `${parts.year}-${parts.month}-${parts.day}`;
}
