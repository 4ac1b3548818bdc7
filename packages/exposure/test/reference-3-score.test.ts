import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessByMethod2 } from '../src/index.ts';
import { expectSameScore } from './reference-3/compare.ts';
import { scoreCases } from './reference-3/score-cases.ts';

const { REFERENCE_RUNS = '250' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

describe('the score of method 2 against a reference written from its page alone', { timeout: 900_000 }, () => {
  it('agrees on shares, dollars and own labels at the bounds of its rules', () => {
    const stars = new Map<number, number>();
    fc.assert(
      fc.property(scoreCases, ({ asked, exact }) => {
        expectSameScore(assessByMethod2(asked), exact);
        stars.set(exact.stars, (stars.get(exact.stars) ?? 0) + 1);
      }),
      { numRuns: RUNS * 4 },
    );
    expect([...stars.keys()].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
