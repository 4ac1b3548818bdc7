import { describe, expect, it } from 'vitest';
import { RISK_MARKS } from './marks.ts';
import { starMarks } from './stars.ts';

describe('starMarks', () => {
  it.each([1, 2, 3, 4, 5])('[RISK-05] always has five marks, %d of them struck', (score) => {
    const marks = starMarks(score, 'lg');
    expect(marks).toHaveLength(5);
    expect(marks.map((entry) => entry.struck)).toEqual([1, 2, 3, 4, 5].map((number) => number <= score));
  });

  it('[RISK-05] has none for 0: that is N/A, never five blanks', () => {
    expect(() => starMarks(0, 'sm')).toThrow(RangeError);
    expect(() => starMarks(2.5, 'sm')).toThrow(RangeError);
  });

  it('distinguishes the risk groups by shape', () => {
    const shapes = Object.values(RISK_MARKS).map((mark) => mark.layers.map((layer) => layer.path).join());
    expect(new Set(shapes).size).toBe(4);
  });
});
