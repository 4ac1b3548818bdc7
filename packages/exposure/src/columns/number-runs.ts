/** Numbers that follow each other, as the first and the last one; in order, none of them next to another. */
export type NumberRun = readonly [first: number, last: number];

/**
 * @param numbers growing
 */
export function runsOf(numbers: Uint32Array): NumberRun[] {
  const runs: NumberRun[] = [];
  let first = 0;
  for (const [index, number] of numbers.entries()) {
    if (index > 0 && number === (numbers[index - 1] ?? 0) + 1) continue;
    if (index > 0) runs.push([first, numbers[index - 1] ?? 0]);
    first = number;
  }
  const last = numbers.at(-1);
  return last === undefined ? runs : [...runs, [first, last]];
}

/** The numbers of both. */
export function joinRuns(some: readonly NumberRun[], others: readonly NumberRun[]): NumberRun[] {
  if (some.length === 0) return [...others];
  const joined: [number, number][] = [];
  for (const [first, last] of [...some, ...others].sort((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** The run that contains a number, undefined where none does. */
export function runAt(runs: readonly NumberRun[], number: number): NumberRun | undefined {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle]?.[1] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && run[0] <= number ? run : undefined;
}
