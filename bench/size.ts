/**
 * How large a benchmark is. `ASSAY_BENCH_SIZE=tiny` runs each of them to its end within seconds, as `npm run smoke` does:
 * it shows that they still work, and says nothing of speed.
 */
const { ASSAY_BENCH_SIZE: size = 'full' } = process.env;
if (size !== 'full' && size !== 'tiny') throw new RangeError(`ASSAY_BENCH_SIZE is full or tiny, not ${size}`);

const isTiny = size === 'tiny';

/** The first of two sizes, or the second in a tiny run. */
export function sized<Size>(full: Size, tiny: Size): Size {
  return isTiny ? tiny : full;
}

/** Whether a target of speed or memory is reached. A tiny run is too short to judge one: it never misses. */
export function reaches(isReached: boolean): boolean {
  return isTiny || isReached;
}
