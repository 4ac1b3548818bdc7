import type { Random } from '@assay/testkit';

/** One run of a drill. */
export interface DrillRun {
  /** Its own numbers, by the seed of the whole run and its name. */
  readonly random: Random;
  /** A folder that is removed afterwards; other accounts of the machine can pass through it. */
  readonly dir: string;
  /** Notes what must not happen: the drill is red, and goes on. */
  readonly fault: (text: string) => void;
}

/** Returns what was counted, as one line. */
export type Drill = (run: DrillRun) => Promise<string>;

/** 'drill a, 3 b': how often each word was counted, the most frequent first. */
export function counted(tally: ReadonlyMap<string | number, number>): string {
  return [...tally]
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, times]) => `${times.toLocaleString('en-US')} ${word}`)
    .join(', ');
}

/** Counts one more of a word. */
export function count<Word>(tally: Map<Word, number>, word: Word, times = 1): void {
  tally.set(word, (tally.get(word) ?? 0) + times);
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
