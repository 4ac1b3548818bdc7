import { CATEGORIES, CATEGORY_IDS } from '@assay/domain';
import { buildExposure } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { rateConfidence } from './confidence.ts';
import { measureCoverage } from './coverage.ts';

const nothing = buildExposure('fwd', undefined);

describe('coverage', () => {
  for (const category of CATEGORY_IDS) {
    const { tier, title } = CATEGORIES[category];
    const clean = (tier === 'C' || tier === 'D') && !['unlabelled_service', 'other_entities'].includes(category);
    it(`calls '${title}' attributed and ${clean ? '' : 'not '}clean`, () => {
      const incoming = buildExposure('bwd', { rows: [{ category, share: 0.5 }] });
      expect(measureCoverage(incoming, nothing)).toEqual({ attributed: 0.5, clean: clean ? 0.5 : 0, notFollowed: 0 });
    });
  }

  it('leaves still held and fees out', () => {
    const outgoing = buildExposure('fwd', {
      rows: [{ category: 'miner', share: 0.1 }],
      residuals: { still_held: 0.7, fee: 0.1, not_followed: 0.1 },
    });
    const coverage = measureCoverage(buildExposure('bwd', undefined), outgoing);
    expect(coverage.attributed).toBeCloseTo(0.5, 9);
    expect(coverage.notFollowed).toBeCloseTo(0.5, 9);
  });

  it('weighs both directions by amount', () => {
    const incoming = buildExposure('bwd', { amount: 300n, rows: [{ category: 'miner', share: 1 }] });
    const outgoing = buildExposure('fwd', { amount: 100n, residuals: { not_followed: 0.5 } });
    expect(measureCoverage(incoming, outgoing)).toEqual({ attributed: 0.75, clean: 0.75, notFollowed: 0.125 });
  });

  it('is 0 when nothing is left to explain', () => {
    const outgoing = buildExposure('fwd', { residuals: { still_held: 1 } });
    const none = { attributed: 0, clean: 0, notFollowed: 0 };
    expect(measureCoverage(buildExposure('bwd', undefined), nothing)).toEqual(none);
    expect(measureCoverage(buildExposure('bwd', undefined), outgoing)).toEqual(none);
  });

  it('rates confidence by attributed share, by what was not followed, and by a complete history', () => {
    const rate = (attributed: number, notFollowed: number, complete = true) =>
      rateConfidence({ attributed, clean: 0, notFollowed }, complete);
    expect([rate(0.6, 0.02), rate(0.599, 0.02), rate(0.6, 0.021)]).toEqual(['high', 'medium', 'medium']);
    expect([rate(0.25, 0.1), rate(0.249, 0.1), rate(0.25, 0.101)]).toEqual(['medium', 'low', 'low']);
    expect(rate(1, 0, false)).toBe('low');
  });
});
