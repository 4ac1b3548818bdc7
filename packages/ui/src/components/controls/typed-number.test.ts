import { describe, expect, it } from 'vitest';
import { typedNumber } from './typed-number.ts';

describe('a whole number that is typed', () => {
  it.each([
    ['250', '250', 250],
    ['2 5x0', '250', 250],
    ['0', '0', 0],
  ])('is read from %j', (typed, text, whole) => {
    expect(typedNumber(typed)).toEqual({ text, whole });
  });

  it.each(['12.5', '12,5', '1,000', '1e3', '-12', '−12', '+12', '12.', ''])(
    'is not made of %j, which stays as it was typed',
    (typed) => {
      expect(typedNumber(typed)).toEqual({ text: typed, whole: null });
    },
  );
});
