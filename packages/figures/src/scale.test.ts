import { describe, expect, it } from 'vitest';
import { positionOnScale } from './scale.ts';

const STEPS = [0, 200, 500, 1000];

describe('placeOnScale', () => {
  it.each([
    [0, 0],
    [100, 0.125],
    [200, 0.25],
    [250, 0.25 + 0.25 / 6],
    [500, 0.5],
    [750, 0.625],
    [1000, 0.75],
    [2000, 0.875],
    [100_000, 0.9975],
  ])('puts %d at %d', (value, index) => expect(positionOnScale(value, STEPS)).toBeCloseTo(index, 10));

  it('never goes back, never jumps at a step, and never reaches the end', () => {
    let before = -1;
    for (let value = 0; value <= 5000; value++) {
      const position = positionOnScale(value, STEPS);
      expect(position).toBeGreaterThan(before);
      if (before >= 0) expect(position - before).toBeLessThan(0.002);
      expect(position).toBeLessThan(1);
      before = position;
    }
  });

  it('refuses what is no scale, and what comes before it', () => {
    expect(() => positionOnScale(1, [])).toThrow(RangeError);
    expect(() => positionOnScale(1, [0, 5, 5])).toThrow(RangeError);
    expect(() => positionOnScale(-1, STEPS)).toThrow(RangeError);
    expect(() => positionOnScale(Number.NaN, STEPS)).toThrow(RangeError);
  });
});
