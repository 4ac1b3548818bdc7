import { CATEGORY_IDS } from '@assay/domain';
import { type AssessmentSketch, buildAssessmentInput, buildLabel } from '@assay/testkit';
import { formatShare } from '@assay/wording';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from '../../assess/assess.ts';
import { METHOD_REVISION } from '../../method/method-revision.ts';
import { shareOfTextSet1 } from './format.ts';

const textsOf = (sketch: AssessmentSketch) => {
  const { headline, text, why, wouldChange } = assess(buildAssessmentInput(sketch), METHOD_REVISION, 1);
  return { headline, text, why, wouldChange };
};
const licensed = (share: number) => ({ category: 'exchange_licensed', share }) as const;

describe('texts of text set 1', () => {
  it('explains a floor by the share, the dollars and the bound it reached', () => {
    expect(textsOf({ incoming: { usd: 20_000, rows: [{ category: 'scam', share: 0.02 }, licensed(0.5)] } })).toEqual({
      headline: 'Medium risk. Scam source.',
      text: 'Most incoming value, 50.0%, comes from licensed exchanges. A small share, 2.0%, traces back to scams. A counterparty may ask where these assets come from.',
      why: 'Three stars: 2.0% of incoming value comes straight from scams, one hop away ($400 in all). From 0.5% on, this alone sets the score to at least 45 of 100.',
      wouldChange: ['Without scams in incoming value, the rest would score 4.3 of 100: five stars.'],
    });
  });

  it('names the dollars where they, not the share, reached the bound', () => {
    const { why } = textsOf({ incoming: { usd: 2e6, rows: [{ category: 'sanctions', share: 0.002 }, licensed(0.9)] } });
    expect(why).toContain('($4,000 in all). From $1,000 on, this alone sets the score to at least 90 of 100.');
  });

  it('says all, not most, where nothing is left over', () => {
    expect(textsOf({ incoming: { rows: [licensed(1)] } }).text).toMatch(
      /^All incoming value comes from licensed exchanges\./,
    );
  });

  it('says when weak labels count one step lower', () => {
    const { why } = textsOf({ outgoing: { rows: [{ category: 'scam', share: 0.2, confidence: 40 }, licensed(0.8)] } });
    expect(why).toContain('20.0% of outgoing value goes straight to scams');
    expect(why).toContain('one step lower than usual');
  });

  it('explains a linear score by its largest part', () => {
    const { headline, why } = textsOf({
      incoming: { rows: [licensed(0.5), { category: 'bridge', share: 0.5 }], residuals: { fee: 0 } },
      outgoing: { rows: [{ category: 'bridge', entity: 'Hop', share: 1 }] },
    });
    expect(headline).toBe('Low risk. One star withheld.');
    expect(why).toBe(
      'Four stars: the shares of outgoing value, weighed by risk, add up to 20 of 100 (outgoing counts 0.8). Bridge (Hop, direct) adds the most: 20 points for 100.0%.',
    );
  });

  it('names the source, its date and confidence where a label decides', () => {
    const own = buildLabel({ category: 'sanctions', entity: 'Listed Party', source: 'ofac-sdn' });
    const { headline, text, why } = textsOf({ labels: [own], incoming: { rows: [licensed(1)] } });
    expect(headline).toBe('Very high risk. On a sanctions list.');
    expect(text).toContain('This address is on a sanctions list: Listed Party (ofac-sdn, 2026-01-15).');
    expect(why).toContain('(Listed Party; ofac-sdn, confidence 100). Its own label sets the score to 100 of 100');
  });

  it('says that a label of low confidence is only reported', () => {
    const own = buildLabel({ category: 'mixer', confidence: 40 });
    const { headline, text } = textsOf({ labels: [own] });
    expect(headline).toBe('High risk. Mixer reported.');
    expect(text).toContain('A source of limited confidence says that this address belongs to a mixer');
  });

  for (const category of CATEGORY_IDS) {
    it(`finds whole sentences for ${category}, as a label and as a source`, () => {
      const own = textsOf({ labels: [buildLabel({ category })] });
      const incoming = textsOf({ incoming: { rows: [{ category, share: 1 }] } });
      const further = textsOf({ outgoing: { rows: [{ category, share: 1, layer: 'indirect' }] } });
      for (const { headline, text, why } of [own, incoming, further]) {
        expect(headline).toMatch(/^[A-Z][A-Za-z ]+\. [A-Z][A-Za-z0-9, ]+\.$/);
        expect(text.length).toBeGreaterThan(20);
        expect(why).toMatch(/stars?[:,]/);
      }
    });
  }
});

describe('numbers in sentences of text set 1', () => {
  it('are shares as everywhere, but for what misses the whole by a rounding error', () => {
    const shares = [0, 0.0001, 0.0005, 0.025, 0.9999, 1];
    expect(shares.map(shareOfTextSet1)).toEqual(shares.map((share) => formatShare(share)));
    expect(shareOfTextSet1(1 - 1e-16)).toBe('over 99.9%');
    expect(shareOfTextSet1(1 - 1e-12)).toBe('over 99.9%');
  });

  it('are the shares that were signed: the former rule, for any number', () => {
    const former = (share: number) => {
      if (share > 0 && share < 0.0005) return 'under 0.1%';
      if (share < 1 && share >= 0.9995) return 'over 99.9%';
      return `${(share * 100).toFixed(1)}%`;
    };
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1.00001, noNaN: true }), (share) => {
        expect(shareOfTextSet1(share)).toBe(former(share));
      }),
      { examples: [[0.0005], [0.00049999999], [0.9995], [0.99949999999], [1 - 1e-10], [1 + 1e-10]], numRuns: 2000 },
    );
  });
});
