import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICE_LIST } from './default-price-list.ts';
import { LEAST_CHECKS, MOST_CHECKS, priceOfChecks } from './pay-as-you-go.ts';

describe('priceOfChecks', () => {
  it.each([
    [10, 0, 990],
    [199, 0, 19_701],
    [200, 10, 17_820],
    [250, 10, 22_275],
    [499, 10, 44_461],
    [500, 15, 42_075],
    [502, 15, 42_243],
    [999, 15, 84_066],
    [1000, 20, 79_200],
    [100_000, 20, 7_920_000],
  ])('asks for %d checks, at %d percent off, %d cents', (checks, discountPercent, priceCents) => {
    expect(priceOfChecks(checks, DEFAULT_PRICE_LIST)).toEqual({
      checks,
      discountPercent,
      priceCents,
      withoutDiscountCents: checks * 99,
    });
  });

  it('rounds a half cent up, and is never off by a fraction: whole-number arithmetic for every count', () => {
    for (let checks = LEAST_CHECKS; checks <= MOST_CHECKS; checks += checks < 2000 ? 1 : 997) {
      const { priceCents, discountPercent } = priceOfChecks(checks, DEFAULT_PRICE_LIST);
      const hundredths = BigInt(checks) * 99n * BigInt(100 - discountPercent);
      expect(BigInt(priceCents)).toBe((hundredths * 2n + 100n) / 200n);
    }
  });

  it('[PAYG-03] takes the tier of the whole purchase: under 200 none, then 10, 15 and 20 percent', () => {
    expect(DEFAULT_PRICE_LIST.discountTiers.map((tier) => [tier.from, tier.percent])).toEqual([
      [0, 0],
      [200, 10],
      [500, 15],
      [1000, 20],
    ]);
    for (const { from, percent } of DEFAULT_PRICE_LIST.discountTiers.slice(1)) {
      expect(priceOfChecks(from, DEFAULT_PRICE_LIST).discountPercent).toBe(percent);
      expect(priceOfChecks(from - 1, DEFAULT_PRICE_LIST).discountPercent).toBeLessThan(percent);
    }
  });

  it.each([[9], [0], [-10], [100_001], [10.5], [Number.NaN], [Number.POSITIVE_INFINITY]])('refuses %d', (checks) => {
    expect(() => priceOfChecks(checks, DEFAULT_PRICE_LIST)).toThrow(RangeError);
  });
});
