import { CATEGORIES, CATEGORY_IDS } from '@assay/domain';
import { buildExposure } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFloors } from '../src/score/floors.ts';
import { findTooSmall } from '../src/score/score-sums.ts';

const illicit = CATEGORY_IDS.filter((id) => ['S', 'A'].includes(CATEGORIES[id].tier));
const category = fc.constantFrom(...illicit);
/** Ten-thousandths of a percent, so that bounds are met exactly. */
const millionths = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 1_000_000 }));
const cents = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 10_000_000_000 }));

const TEN = 1_000n * 1_000_000n;
const THOUSAND = 100_000n * 1_000_000n;

/** Bounds are met from one billionth below: what lies within twice that is not judged here, except the bound itself. */
const isClearOf = (value: bigint, bound: bigint) =>
  value === bound || (value > bound ? value - bound : bound - value) * 500_000_000n > bound;

const floorOf = (row: { category: (typeof illicit)[number]; share: number }, usd: number | null) =>
  findFloors(buildExposure('bwd', { rows: [row] }), usd)[0]?.cause.total ?? 0;

describe('the dollar rules', () => {
  it('take $10 as met from 0.1% of the direction where no price is known, and never below', () => {
    fc.assert(
      fc.property(category, millionths, (id, units) => {
        const exposure = buildExposure('bwd', { rows: [{ category: id, share: units / 1e6 }] });
        expect(findTooSmall(exposure, null).has(id)).toBe(units < 1_000);
        if (units < 1_000) expect(findFloors(exposure, null)).toEqual([]);
      }),
    );
  });

  it('never take $1,000 as met where no price is known', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), (units) => {
        expect(floorOf({ category: 'sanctions', share: units / 1e6 }, null)).toBe(units < 1_000 ? 0 : 70);
      }),
    );
  });

  it('go by dollars alone where prices are known: too small under $10, whatever the share', () => {
    fc.assert(
      fc.property(category, millionths, cents, (id, units, whole) => {
        const exposure = buildExposure('bwd', { rows: [{ category: id, share: units / 1e6 }] });
        const usd = whole / 100;
        // In units of which a dollar has 10^8, so that the bound is exact.
        const value = BigInt(units) * BigInt(whole);
        fc.pre(isClearOf(value, TEN));
        const isTooSmall = value < TEN;
        expect(findTooSmall(exposure, usd).has(id)).toBe(isTooSmall);
        if (isTooSmall) expect(findFloors(exposure, usd)).toEqual([]);
      }),
    );
  });

  it('reach the highest floor of tier S by 1% or by $1,000, and by nothing else', () => {
    fc.assert(
      fc.property(millionths, cents, (units, whole) => {
        const value = BigInt(units) * BigInt(whole);
        fc.pre(isClearOf(value, TEN) && isClearOf(value, THOUSAND));
        const expected = value < TEN ? 0 : units >= 10_000 || value >= THOUSAND ? 90 : 70;
        expect(floorOf({ category: 'sanctions', share: units / 1e6 }, whole / 100)).toBe(expected);
      }),
    );
  });
});
