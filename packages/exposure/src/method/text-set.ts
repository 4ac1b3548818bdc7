/**
 * Sets of sentences that results are written with. The sentences are signed, so a set never changes: mended ones are
 * the next set. A result states its set (none means 1), and is recomputed with it.
 */
export const TEXT_SETS = [1, 2, 3, 4, 5, 6, 7] as const;
export type TextSet = (typeof TEXT_SETS)[number];

/**
 * What new results of version 1 of the method are written with: set 2, the smallest change to other stars (as set 4),
 * and what is said where a source answered and could not be read.
 */
export const TEXT_SET: TextSet = 6;

/** What new results of version 2 are written with: the same of set 3 (set 5 was without the last part). */
export const TEXT_SET_OF_METHOD_2: TextSet = 7;

/** Whether results of version 2 of the method are written with a set: its rules need sentences that others lack. */
export function isTextSetOfMethod2(textSet: TextSet): boolean {
  return textSet === 3 || textSet === 5 || textSet === 7;
}

/** Narrows a text set read from outside; false where this build does not hold it. */
export function isTextSet(value: number): value is TextSet {
  return TEXT_SETS.some((set) => set === value);
}
