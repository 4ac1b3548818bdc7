import { formatDay, MONTHS } from '@assay/wording';
import { startOfDay } from '../../../platform/kernel/time/zoned-days.ts';
import type { SearchPart, TimeSpan } from './history.ports.ts';

const MONTH_WORDS = MONTHS.map((month) => month.toLowerCase());
const DAY_MS = 86_400_000;
/** More words than anybody types; each is a condition of the query. */
const MOST_PARTS = 8;
/** Days of a scattered part, such as '12': beyond that the text alone decides. */
const MOST_SPANS = 400;

/**
 * Reads the search box. Words are searched one by one and all must be found; adjacent words that form a date
 * ('12 Mar 2026', '12 Mar', 'Mar 2026') are one part. A part is found in the text, or in the date as the history shows
 * it (DD MMM YYYY) in the reader's time zone: `span` is where such dates can lie.
 *
 * @example
 * searchParts('usdt 12 Mar', span, 'Europe/Tallinn'); // two parts; the second with one time span a year
 */
export function searchParts(search: string, span: TimeSpan, timeZone: string): SearchPart[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return joinDates(words)
    .slice(0, MOST_PARTS)
    .map((text) => ({ text, spans: couldBeDate(text) ? spansOf(text, span, timeZone) : [] }));
}

/** Joins a day, a month and a year that follow each other in this order; two of them are enough, a month among them. */
function joinDates(words: readonly string[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < words.length; ) {
    const [first = '', second = '', third = ''] = words.slice(at, at + 3);
    const length = isDay(first) && isMonth(second) ? (isYear(third) ? 3 : 2) : isMonth(first) && isYear(second) ? 2 : 1;
    parts.push(words.slice(at, at + length).join(' '));
    at += length;
  }
  return parts;
}

const isDay = (word: string) => /^\d{1,2}$/.test(word);
const isMonth = (word: string) => MONTH_WORDS.includes(word);
const isYear = (word: string) => /^\d{4}$/.test(word);

/** Whether a text can be part of 'DD MMM YYYY' at all: nearly all searches are not, and cost nothing here. */
function couldBeDate(text: string): boolean {
  return /^(\d{1,4}|[a-z]{1,3}|\d{1,2} [a-z]{3}( \d{4})?|[a-z]{3} \d{4})$/.test(text);
}

/** The times whose date, as shown in this zone, contains the text; days that follow each other are one span. */
function spansOf(text: string, { from, to }: TimeSpan, timeZone: string): TimeSpan[] {
  const spans: { from: number; to: number }[] = [];
  // A day on either side covers every zone.
  const last = dayOf(to) + DAY_MS;
  for (let day = dayOf(from) - DAY_MS; day <= last; day += DAY_MS) {
    if (!shownDate(day).includes(text)) continue;
    const before = spans.at(-1);
    if (before?.to === day) before.to = day + DAY_MS;
    else spans.push({ from: day, to: day + DAY_MS });
    if (spans.length > MOST_SPANS) return [];
  }
  return spans.map((days) => ({ from: startOfDay(days.from, timeZone), to: startOfDay(days.to, timeZone) }));
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS) * DAY_MS;
}

/** The date of a day, given by its midnight in UTC, as the history shows it, in lower case. */
function shownDate(day: number): string {
  return formatDay(new Date(day).toISOString()).toLowerCase();
}
