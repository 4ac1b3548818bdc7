import { MONTHS } from '@assay/wording';

const MONTH_WORDS: readonly string[] = MONTHS.map((month) => month.toLowerCase());
/** Unix seconds of the year 2100, and milliseconds of 2001: a number between them is neither. */
const LATEST_SECONDS = 4_102_444_800;
const EARLIEST_MS = 978_307_200_000;

const ISO_DAY = /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:[T ].*)?$/;
const NAMED_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i;
const DOTTED_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const UNIX_TIME = /^\d{9,13}(?:\.\d+)?$/;

/**
 * The day a cell names, as `YYYY-MM-DD`: ISO dates and times, Unix seconds or milliseconds, `Nov 20, 2023`,
 * `20.11.2023`. Times are read as UTC, which is what daily files are in.
 *
 * @returns null for anything else, such as `11/12/2023`, whose meaning depends on the country
 * @example
 * readDay('2023-11-20 00:00:00 UTC'); // '2023-11-20'
 */
export function readDay(text: string): string | null {
  const cell = text.trim();
  if (UNIX_TIME.test(cell)) return readUnix(Number(cell));
  const iso = ISO_DAY.exec(cell);
  if (iso !== null) return existing(iso[1], iso[2], iso[3]);
  const dotted = DOTTED_DAY.exec(cell);
  if (dotted !== null) return existing(dotted[3], dotted[2], dotted[1]);
  const named = NAMED_DAY.exec(cell);
  const month = MONTH_WORDS.indexOf(named?.[1]?.toLowerCase() ?? '') + 1;
  return named === null || month === 0 ? null : existing(named[3], String(month), named[2]);
}

function readUnix(number: number): string | null {
  if (number > LATEST_SECONDS && number < EARLIEST_MS) return null;
  const ms = number >= EARLIEST_MS ? number : number * 1000;
  return new Date(ms).toISOString().slice(0, 10);
}

/** A day that exists in the calendar: the 30th of February is a mistake, not the 1st of March. */
function existing(year = '', month = '', date = ''): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}
