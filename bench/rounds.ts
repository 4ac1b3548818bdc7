import { readFileSync } from 'node:fs';

/** Ticks of the kernel's clock, by which /proc counts. */
const TICKS_PER_SECOND = 100;

/**
 * Seconds of processor time of all children of this process that have ended, with theirs; to a hundredth. NaN where the
 * kernel does not report it.
 */
export function childrenSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(13, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** The least, the median and the most of what several rounds measured. */
export function spreadOf(values: readonly number[]): readonly [minimum: number, median: number, maximum: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return [at(0), at(sorted.length >> 1), at(sorted.length - 1)];
}

/** The spread as cells of a table, to a hundredth; empty where nothing was measured. */
export function spreadCells(values: readonly number[]): string {
  return spreadOf(values)
    .map((value) => (Number.isFinite(value) ? value.toFixed(2) : ''))
    .join(' | ');
}
