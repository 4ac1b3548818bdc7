/**
 * Where a value is on a graduated scale whose steps are drawn as equal spans, from 0 (the first step) to 1 (the end,
 * which is never reached: the last span is open). Inside a span the position is proportional; in the open one it moves
 * on by the ratio of the last step to the value.
 *
 * @param steps at least one, rising, the first 0 or more
 * @throws RangeError when there is no step, they do not rise, or the value is below the first.
 * @example
 * placeOnScale(250, [0, 200, 500, 1000]); // 0.2917: one span of four, and a sixth of the next
 */
export function positionOnScale(value: number, steps: readonly number[]): number {
  const [first] = steps;
  if (first === undefined || !(value >= first)) throw new RangeError(`"value" expected ${first} or more, got ${value}`);
  if (steps.some((step, index) => index > 0 && step <= (steps[index - 1] ?? step))) {
    throw new RangeError(`"steps" expected to rise, got ${steps.join(', ')}`);
  }
  const index = steps.findLastIndex((step) => value >= step);
  const from = steps[index] ?? first;
  const to = steps[index + 1];
  const within = to === undefined ? openEnd(value, from) : (value - from) / (to - from);
  return (index + within) / steps.length;
}

function openEnd(value: number, from: number): number {
  return value === from ? 0 : 1 - from / value;
}
