import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeOf } from './whole-of.ts';

describe('a whole number as a BigInt', () => {
  it('is what the language makes of it, up to 2^53', () => {
    const bounds = [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, 2 ** 53];
    for (const value of bounds) expect(wholeOf(value)).toBe(BigInt(value));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 53 - 1 }), (value) => {
        expect(wholeOf(value)).toBe(BigInt(value));
      }),
    );
  });
});
