import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, ratio, receive, shareOf, spend } from './ratios.ts';

const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n });

/** The exact value of a double as a fraction. */
function exactly(value: number): { part: bigint; whole: bigint } {
  let shift = 0n;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift += 1n;
  }
  return { part: BigInt(scaled), whole: 1n << shift };
}

function distance(value: number, part: bigint, whole: bigint): { part: bigint; whole: bigint } {
  const exact = exactly(value);
  const difference = exact.part * whole - part * exact.whole;
  return { part: difference < 0n ? -difference : difference, whole: exact.whole * whole };
}

function neighbour(value: number, step: 1n | -1n): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}

describe('ratios of a transfer', () => {
  it('are the doubles nearest to the exact fractions, whatever the size', () => {
    fc.assert(
      fc.property(amounts, amounts, (x, y) => {
        const [part, whole] = x < y ? [x, y] : [y, x];
        const value = ratio(part, whole);
        expect(value > 0 && value <= 1).toBe(true);
        const here = distance(value, part, whole);
        for (const step of [1n, -1n] as const) {
          const there = distance(neighbour(value, step), part, whole);
          expect(here.part * there.whole <= there.part * here.whole).toBe(true);
        }
      }),
    );
  });

  it('round a fraction just above the middle between two doubles upwards', () => {
    const whole = 1n << 200n;
    const middle = (1n << 199n) + (1n << (199n - 53n));
    expect(ratio(middle, whole)).toBe(0.5);
    expect(ratio(middle + 1n, whole)).toBe(0.5 + 2 ** -53);
  });

  it('keep every balance exact and every ratio between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        amounts,
        (u, v, w) => {
          const step = advance(u, v, w);
          expect(step.toAfter).toBe(v + w);
          expect(step.fromAfter).toBe(u > w ? u - w : 0n);
          for (const share of [step.inflowShare, step.covered, step.outflowShare]) {
            expect(share >= 0 && share <= 1).toBe(true);
          }
        },
      ),
    );
  });

  it('give a first inflow the whole balance, and an uncovered outflow no origin', () => {
    expect(receive(0n, 7n)).toEqual({ after: 7n, inflowShare: 1 });
    expect(spend(0n, 7n)).toEqual({ after: 0n, covered: 0, outflowShare: 1 });
    expect(spend(5n, 10n)).toEqual({ after: 0n, covered: 0.5, outflowShare: 1 });
    expect(spend(10n, 5n)).toEqual({ after: 5n, covered: 1, outflowShare: 0.5 });
  });

  it('refuse a negative part and an empty whole', () => {
    expect(() => ratio(1n, 0n)).toThrow(RangeError);
    expect(() => ratio(-1n, 2n)).toThrow(RangeError);
  });

  it('turn a share back into whole base units, never more than there are', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), amounts, (share, amount) => {
        const units = shareOf(share, amount);
        const exact = exactly(share);
        expect(units * exact.whole <= amount * exact.part).toBe(true);
        expect((units + 1n) * exact.whole > amount * exact.part).toBe(true);
      }),
    );
  });

  it('is exact of amounts that a double holds, where the product is next to a whole number', () => {
    const whole = fc.bigInt({ min: 1n, max: 2n ** 53n - 1n });
    fc.assert(
      fc.property(whole, whole, fc.constantFrom(-1, 0, 1), (one, other, ulps) => {
        const amount = one > other ? one : other;
        const quotient = Number(one < other ? one : other) / Number(amount);
        const share = Math.min(1, quotient * (1 + ulps * Number.EPSILON));
        const exact = exactly(share);
        expect(shareOf(share, amount)).toBe((amount * exact.part) / exact.whole);
      }),
      { numRuns: 2000 },
    );
  });
});
