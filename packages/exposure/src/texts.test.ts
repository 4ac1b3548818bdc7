import { CATEGORY_IDS } from '@assay/domain';
import { type AssessmentSketch, buildAssessmentInput, buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assess } from './assess.ts';
import { formatBound, formatPoints, formatShare, formatUsd, joinWords } from './texts-format.ts';

const textsOf = (sketch: AssessmentSketch) => {
  const { headline, text, why, wouldChange } = assess(buildAssessmentInput(sketch));
  return { headline, text, why, wouldChange };
};
const licensed = (share: number) => ({ category: 'exchange_licensed', share }) as const;

describe('texts of a result', () => {
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

describe('numbers in sentences', () => {
  it('shows one decimal, and never rounds to what is not true', () => {
    expect([0, 0.0001, 0.0005, 0.025, 0.9999, 1].map(formatShare)).toEqual([
      '0.0%',
      'under 0.1%',
      '0.1%',
      '2.5%',
      'over 99.9%',
      '100.0%',
    ]);
    expect([19.96, 20, 20.04, 39.999, 0, 100].map(formatPoints)).toEqual(['19.9', '20', '20', '39.9', '0', '100']);
  });

  it('writes dollars with cents under a thousand', () => {
    expect([0.001, 0.5, 40, 999.99, 1000, 1_234_567.8].map(formatUsd)).toEqual([
      'under $0.01',
      '$0.50',
      '$40',
      '$999.99',
      '$1,000',
      '$1,234,568',
    ]);
  });

  it('writes bounds as they stand in the method, and lists as one says them', () => {
    expect([0.03, 0.005, 0.001, 0.25].map(formatBound)).toEqual(['3%', '0.5%', '0.1%', '25%']);
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual(['', 'a', 'a and b', 'a, b and c']);
  });
});
