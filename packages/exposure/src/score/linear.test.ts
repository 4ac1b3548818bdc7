import { CATEGORIES, CATEGORY_IDS } from '@assay/domain';
import { buildExposure } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { scoreLinear } from './linear.ts';

const none = new Set<never>();

describe('linear score', () => {
  for (const category of CATEGORY_IDS) {
    const { tier, weight, title } = CATEGORIES[category];
    it(`weighs '${title}' ${weight} direct, and indirect ${tier === 'S' ? 'the same' : '0.6 of it'}`, () => {
      const direct = buildExposure('bwd', { rows: [{ category, share: 1 }] });
      const indirect = buildExposure('bwd', { rows: [{ category, share: 1, layer: 'indirect' }] });
      expect(scoreLinear(direct, none).total).toBeCloseTo(100 * weight, 9);
      expect(scoreLinear(indirect, none).total).toBeCloseTo(100 * weight * (tier === 'S' ? 1 : 0.6), 9);
    });
  }

  it('weighs unknown origin and what was not followed 0.09, still held and fees nothing', () => {
    const total = (residuals: object) => scoreLinear(buildExposure('bwd', { residuals }), none).total;
    expect(total({ unknown_origin: 1 })).toBeCloseTo(9, 9);
    expect(total({ not_followed: 1 })).toBeCloseTo(9, 9);
    expect(total({ still_held: 0.5, fee: 0.5 })).toBe(0);
  });

  it('counts the outgoing side 0.8', () => {
    const sketch = { rows: [{ category: 'gambling', share: 1 } as const] };
    expect(scoreLinear(buildExposure('fwd', sketch), none).total).toBeCloseTo(40, 9);
  });

  it('weighs what is too small to count at most 0.25, direct or indirect', () => {
    for (const category of ['sanctions', 'scam', 'seized_assets'] as const) {
      for (const layer of ['direct', 'indirect'] as const) {
        const exposure = buildExposure('bwd', { rows: [{ category, share: 1, layer }] });
        expect(scoreLinear(exposure, new Set([category])).total).toBeCloseTo(25, 9);
      }
    }
  });

  it('splits its total into the points of rows and residuals', () => {
    const { total, rowPoints, residualPoints } = scoreLinear(
      buildExposure('fwd', {
        rows: [
          { category: 'mixer', share: 0.2, layer: 'indirect' },
          { category: 'bridge', share: 0.3 },
        ],
        residuals: { not_followed: 0.1 },
      }),
      none,
    );
    const parts = [...rowPoints, ...Object.values(residualPoints)];
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 9);
    expect(rowPoints).toEqual([expect.closeTo(0.8 * 20 * 0.8 * 0.6, 9), expect.closeTo(0.8 * 30 * 0.25, 9)]);
  });
});
