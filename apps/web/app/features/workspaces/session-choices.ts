import { countOf } from '@assay/wording';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes without use; the server ends a session after 7 days. */
export const IDLE_CHOICES = [15, 30, HOUR, 4 * HOUR, 8 * HOUR, DAY, 3 * DAY] as const;
/** Minutes from the login; the server ends a session after 30 days. */
export const LIFE_CHOICES = [HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 7 * DAY, 14 * DAY] as const;

const NO_LIMIT = 'No limit of this workspace';

export interface DurationChoice {
  readonly minutes: number | null;
  readonly words: string;
}

/** The choices, and the value that another client has saved. */
export function durationsWith(choices: readonly number[], value: number | null): readonly DurationChoice[] {
  const all = new Set(value === null ? choices : [...choices, value]);
  const sorted = [...all].sort((a, b) => a - b);
  return [{ minutes: null, words: NO_LIMIT }, ...sorted.map((minutes) => ({ minutes, words: wordsOf(minutes) }))];
}

/** A time as the policy has it. */
export function durationWords(minutes: number | null): string {
  return minutes === null ? NO_LIMIT : wordsOf(minutes);
}

/** What was typed, a range a line. */
export function rangesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((range) => range !== '');
}

function wordsOf(minutes: number): string {
  if (minutes % DAY === 0) return countOf(minutes / DAY, 'day');
  return minutes % HOUR === 0 ? countOf(minutes / HOUR, 'hour') : countOf(minutes, 'minute');
}
