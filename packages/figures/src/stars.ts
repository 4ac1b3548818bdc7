import { type Mark, OCTAGON_PATH } from './marks.ts';

export type StarSize = 'lg' | 'md' | 'sm';

const LARGE_STAR =
  'M16.00 5.90L18.70 13.18L26.46 13.50L20.37 18.32L22.47 25.80L16.00 21.50L9.53 25.80L11.63 18.32L5.54 13.50L13.30 13.18Z';
const MEDIUM_STAR =
  'M16.00 5.50L18.88 12.94L26.84 13.38L20.66 18.41L22.70 26.12L16.00 21.80L9.30 26.12L11.34 18.41L5.16 13.38L13.12 12.94Z';
const SMALL_STAR =
  'M16.00 5.20L19.06 12.79L27.22 13.35L20.95 18.61L22.94 26.55L16.00 22.20L9.06 26.55L11.05 18.61L4.78 13.35L12.94 12.79Z';
const LARGE_FACETS =
  'M16 16.9L16.00 5.90L18.70 13.18ZM16 16.9L26.46 13.50L20.37 18.32ZM16 16.9L22.47 25.80L16.00 21.50ZM16 16.9L9.53 25.80L11.63 18.32ZM16 16.9L5.54 13.50L13.30 13.18Z';
const MEDIUM_FACETS =
  'M16 16.9L16.00 5.50L18.88 12.94ZM16 16.9L26.84 13.38L20.66 18.41ZM16 16.9L22.70 26.12L16.00 21.80ZM16 16.9L9.30 26.12L11.34 18.41ZM16 16.9L5.16 13.38L13.12 12.94Z';

/** A struck hallmark: the star is cut out of a brass octagon. Large adds an inner rule and facets, medium facets. */
export const STRUCK_STARS: Record<StarSize, Mark> = {
  lg: {
    boxUnits: 32,
    layers: [
      { path: OCTAGON_PATH, paint: 'ink' },
      { path: 'M7.6 3H24.4L29 7.6V24.4L24.4 29H7.6L3 24.4V7.6Z', paint: 'cutLine', opacity: 0.55, width: 0.8 },
      { path: LARGE_STAR, paint: 'cut' },
      { path: LARGE_FACETS, paint: 'ink', opacity: 0.22 },
    ],
  },
  md: {
    boxUnits: 32,
    layers: [
      { path: OCTAGON_PATH, paint: 'ink' },
      { path: MEDIUM_STAR, paint: 'cut' },
      { path: MEDIUM_FACETS, paint: 'ink', opacity: 0.2 },
    ],
  },
  sm: {
    boxUnits: 32,
    layers: [
      { path: OCTAGON_PATH, paint: 'ink' },
      { path: SMALL_STAR, paint: 'cut' },
    ],
  },
};

/** A blank: an outlined octagon with a dotted star, or a dot where the star would be too small to read. */
export const BLANK_STARS: Record<StarSize, Mark> = {
  lg: {
    boxUnits: 32,
    layers: [
      { path: OCTAGON_PATH, paint: 'inkLine', width: 0.75 },
      { path: LARGE_STAR, paint: 'inkLine', width: 0.8, dash: [0.8, 1.5] },
    ],
  },
  md: {
    boxUnits: 32,
    layers: [
      { path: OCTAGON_PATH, paint: 'inkLine', width: 1.2 },
      { path: LARGE_STAR, paint: 'inkLine', width: 1.1, dash: [1.1, 1.9] },
    ],
  },
  sm: {
    boxUnits: 32,
    layers: [
      { path: OCTAGON_PATH, paint: 'inkLine', width: 1.6 },
      { path: 'M14 16a2 2 0 1 1 4 0a2 2 0 1 1-4 0z', paint: 'ink' },
    ],
  },
};

/**
 * The five marks of a score from 1 to 5, in order. A score of 0 is N/A and has no marks.
 *
 * @throws RangeError for anything else.
 * @example
 * starMarks(4, 'md').filter((mark) => mark.struck).length; // 4
 */
export function starMarks(score: number, size: StarSize): readonly { readonly struck: boolean; readonly mark: Mark }[] {
  if (![1, 2, 3, 4, 5].includes(score)) throw new RangeError(`"score" expected 1 to 5, got ${score}`);
  return [1, 2, 3, 4, 5].map((number) => {
    const struck = number <= score;
    return { struck, mark: (struck ? STRUCK_STARS : BLANK_STARS)[size] };
  });
}
