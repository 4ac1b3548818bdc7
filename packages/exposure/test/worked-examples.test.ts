import { buildAssessmentInput } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assess } from '../src/assess/assess.ts';
import { WORKED_EXAMPLES } from './worked-examples.ts';

describe('worked examples of the method', () => {
  for (const { name, stars, headline, sketch } of WORKED_EXAMPLES) {
    it(`[RISK-05] ${name}: ${stars === 0 ? 'N/A' : `${stars} stars`}`, () => {
      const assessment = assess(buildAssessmentInput(sketch));
      expect(assessment.stars).toBe(stars);
      expect(assessment.headline).toBe(headline);
    });
  }

  it('lists what is too small to count as such, and lets it weigh no floor', () => {
    const { rows, cause } = assess(
      buildAssessmentInput({
        incoming: {
          usd: 20_000,
          rows: [
            { category: 'sanctions', share: 0.000_025 },
            { category: 'exchange_licensed', share: 0.999_975 },
          ],
        },
      }),
    );
    expect(rows.find((row) => row.category === 'sanctions')).toMatchObject({ tooSmall: true, usd: 0.5 });
    expect(cause.rule).toBe('linear');
  });
});
