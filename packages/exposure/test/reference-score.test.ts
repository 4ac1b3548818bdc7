import { buildAssessmentInput, type ExposureSketch, type RowSketch } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from '../src/assess/assess.ts';
import type { Assessment, AssessmentInput } from '../src/score/assessment.ts';
import { type ReferenceScore, scoreOf } from './reference/score.ts';
import { scoreInputs } from './reference/score-inputs.ts';

const { REFERENCE_RUNS = '2000' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

/** The engine's answer in the reference's terms. */
function scoresOf(assessment: Assessment): ReferenceScore {
  const { total, stars, linear, coverage, confidence, rows } = assessment;
  const small = rows.filter(({ tooSmall }) => tooSmall);
  const names = small.map(({ direction, category }) => `${direction === 'bwd' ? 'incoming' : 'outgoing'} ${category}`);
  return { total, stars, linear, ...coverage, confidence, tooSmall: [...new Set(names)] };
}

function disagreements(input: AssessmentInput): readonly string[] {
  const [engine, reference] = [flat(scoresOf(assess(input))), flat(scoreOf(input))];
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

  it.each<readonly [string, ExposureSketch, number]>([
    ['$15 direct of a million: any', { usd: 1_000_000, rows: [sanctioned(15e-6, 'direct')] }, 70],
    ['$1,000 direct of a million: 90', { usd: 1_000_000, rows: [sanctioned(1e-3, 'direct')] }, 90],
    [
      '$20 direct, $990 indirect: 90, the dollars are of both layers',
      { usd: 1_000_000, rows: [sanctioned(20e-6, 'direct'), sanctioned(990e-6, 'indirect')] },
      90,
    ],
    ['$5,000 indirect alone: by share', { usd: 1_000_000, rows: [sanctioned(5e-3, 'indirect')] }, 30],
    ['0.2% direct, no price: any', { rows: [sanctioned(2e-3, 'direct')] }, 70],
    ['half a percent direct at confidence 40: one step less than 70 is none', { rows: [weak(5e-3)] }, 9.455],
    ['2% direct at confidence 40: 70', { rows: [weak(0.02)] }, 70],
  ])('agrees on %s', (_name, incoming, total) => {
    const input = buildAssessmentInput({ incoming: { residuals: { unknown_origin: 0 }, ...incoming } });
    expect(disagreements(input)).toEqual([]);
    // Attributed below 10% keeps what stays under 20 from being rated.
    expect(assess(input).total).toBe(total < 20 ? null : total);
    expect(scoreOf(input).linear.incoming).toBeLessThanOrEqual(total + 1e-9);
  });
});

function sanctioned(share: number, layer: 'direct' | 'indirect'): RowSketch {
  return { category: 'sanctions', share, layer };
}

function weak(share: number): RowSketch {
  return { category: 'sanctions', share, confidence: 40 };
}
