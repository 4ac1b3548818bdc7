import { describe, expect, it } from 'vitest';
import { isAtMost, isBelow, meets, ratioOf, roundHalfUp } from './bounds.ts';
import { isUsdBelow, sumOfUsd, usdMeets, usdOf, usdOfEver, worthOf } from './dollars.ts';

describe('bounds of version 3', () => {
  it('are met from a billionth below them', () => {
    expect(meets(0.1, 0.1)).toBe(true);
    expect(meets(0.1 * (1 - 0.9e-9), 0.1)).toBe(true);
    expect(meets(0.1 * (1 - 1.1e-9), 0.1)).toBe(false);
    expect(isBelow(0.1 * (1 - 1.1e-9), 0.1)).toBe(true);
    expect(isBelow(0.1, 0.1)).toBe(false);
  });

  it('of at most so much hold up to a billionth above them', () => {
    expect(isAtMost(0.1 * (1 + 0.9e-9), 0.1)).toBe(true);
    expect(isAtMost(0.1 * (1 + 1.1e-9), 0.1)).toBe(false);
  });

  it('round a half up, also where binary falls a little short of it', () => {
    expect(roundHalfUp(0.123_45, 4)).toBe(0.1235);
    expect(roundHalfUp(0.003_15, 4)).toBe(0.0032);
    expect(roundHalfUp(1.005, 2)).toBe(1.01);
    expect(roundHalfUp(39.999_999_5, 6)).toBe(40);
    expect(roundHalfUp(39.999_999_4, 6)).toBe(39.999_999);
    expect(roundHalfUp(0, 4)).toBe(0);
  });

  it('divide amounts of any size, and nothing by nothing', () => {
    expect(ratioOf(10n ** 30n, 4n * 10n ** 30n)).toBe(0.25);
    expect(ratioOf(0n, 0n)).toBe(0);
  });
});

describe('dollars of version 3', () => {
  const days = (time: number) => (time < 86_400 ? 2 : time < 2 * 86_400 ? 3 : null);

  it('meet no bound from either side without a price', () => {
    expect(usdMeets(null, 1)).toBe(false);
    expect(isUsdBelow(null, 1)).toBe(false);
    expect(usdMeets(1000, 1000)).toBe(true);
    expect(isUsdBelow(999.99, 1000)).toBe(true);
  });

  it('take each amount at the price of its day', () => {
    expect(usdOf({ amount: 10n, time: 0 }, days)).toBe(20);
    expect(usdOf({ amount: 10n, time: 100_000 }, days)).toBe(30);
    expect(usdOf({ amount: 0n, time: 300_000 }, days)).toBeNull();
  });

  it('have no sum where one price lacks', () => {
    expect(sumOfUsd([1, 2.5])).toBe(3.5);
    expect(sumOfUsd([1, null])).toBeNull();
    expect(
      usdOfEver(
        [
          { amount: 1n, time: 0 },
          { amount: 1n, time: 300_000 },
        ],
        2n,
        days,
      ),
    ).toBeNull();
  });

  it('have a sum where at most a tenth has no price, which counts at the average of the others', () => {
    const known = { size: 90, usd: 45 };
    expect(worthOf([known, { size: 10, usd: null }])).toEqual({ usd: 50, atLeast: 50 });
    expect(worthOf([known, { size: 10.1, usd: null }])).toEqual({ usd: null, atLeast: 45 });
    expect(worthOf([{ size: 10, usd: null }])).toEqual({ usd: null, atLeast: 0 });
    expect(worthOf([])).toEqual({ usd: 0, atLeast: 0 });
    const inflows = [
      { amount: 99n, time: 0 },
      { amount: 1n, time: 300_000 },
    ];
    expect(usdOfEver(inflows, 100n, days)).toBe(200);
  });

  it('count what a stated total adds at the average of the others', () => {
    const inflows = [
      { amount: 10n, time: 0 },
      { amount: 10n, time: 100_000 },
    ];
    expect(usdOfEver(inflows, 20n, days)).toBe(50);
    expect(usdOfEver(inflows, 40n, days)).toBe(100);
  });
});
