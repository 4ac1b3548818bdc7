import { describe, expect, it } from 'vitest';
import { type Stars, starsOfTotal, verdictOfStars } from './stars.ts';

describe('stars', () => {
  it('[RISK-05] gives five stars to what is safe and one to what is very risky, each bound to the riskier side', () => {
    const stars = [0, 19.999_999, 20, 39.999_999, 40, 59.999_999, 60, 79.999_999, 80, 100].map(starsOfTotal);
    expect(stars).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
  });

  it('refuses a total that is none', () => {
    for (const total of [-0.1, 100.1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => starsOfTotal(total)).toThrow(RangeError);
    }
  });

  it('calls four and five low risk, three medium, one and two high, none not rated', () => {
    const stars: readonly Stars[] = [0, 1, 2, 3, 4, 5];
    expect(stars.map(verdictOfStars)).toEqual(['not_rated', 'high', 'high', 'medium', 'low', 'low']);
  });
});
