import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from '../src/assess.ts';
import type { Assessment, AssessmentInput } from '../src/assessment.ts';
import { type ReferenceScore, scoreOf } from './reference/score.ts';
import { scoreInputs } from './reference/score-inputs.ts';

const { REFERENCE_RUNS = '2000' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

/** The engine's answer in the reference's terms. */
function readingOf(assessment: Assessment): ReferenceScore {
  const { total, stars, linear, coverage, confidence, rows } = assessment;
  const small = rows.filter(({ tooSmall }) => tooSmall);
  const names = small.map(({ direction, category }) => `${direction === 'bwd' ? 'incoming' : 'outgoing'} ${category}`);
  return { total, stars, linear, ...coverage, confidence, tooSmall: [...new Set(names)] };
}

function disagreements(input: AssessmentInput): readonly string[] {
  const [engine, reference] = [flat(readingOf(assess(input))), flat(scoreOf(input))];
  return Object.keys(reference).flatMap((key) => {
    const [got, expected] = [engine[key], reference[key]];
    const same =
      typeof got === 'number' && typeof expected === 'number' ? Math.abs(got - expected) <= 1e-6 : got === expected;
    return same ? [] : [`${key} ${got}, expected ${expected}`];
  });
}

function flat({ linear, tooSmall, ...rest }: ReferenceScore): Record<string, number | string | null> {
  return { ...rest, ...linear, tooSmall: [...tooSmall].sort().join(', ') };
}

describe('the score against section 6 word for word', { timeout: 600_000 }, () => {
  it('agrees on totals, stars, both linear scores, coverage, confidence and what is too small', () => {
    fc.assert(
      fc.property(scoreInputs, (input) => {
        expect(disagreements(input)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
