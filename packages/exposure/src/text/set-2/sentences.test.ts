import { CATEGORY_IDS } from '@assay/domain';
import { type AssessmentSketch, buildAssessmentInput, buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assess } from '../../assess/assess.ts';
import { METHOD_REVISION } from '../../method/method-revision.ts';
import { TEMPLATES } from './say.ts';

const assessOf = (sketch: AssessmentSketch) => assess(buildAssessmentInput(sketch), METHOD_REVISION, 2);
const licensed = (share: number) => ({ category: 'exchange_licensed', share }) as const;
const sanctioned = (change: object) => buildLabel({ category: 'sanctions', entity: 'Lazarus group', ...change });

describe('sentences of text set 2', () => {
  it('cite the government’s list first, in words, and say what the other source’s withdrawal would not change', () => {
    const { headline, text, why, wouldChange, advice } = assessOf({
      labels: [
        sanctioned({ source: 'graphsense-tagpacks', confidence: 60, sourceDate: '2022-04-15' }),
        sanctioned({
          entity: 'LAZARUS GROUP (OFAC SDN)',
          source: 'ofac-sdn',
          confidence: 60,
          sourceDate: '2026-08-20',
        }),
      ],
    });
    expect(headline).toBe('Very high risk. On a sanctions list.');
    expect(text).toMatch(
      /^This address is on a sanctions list: OFAC SDN list, Lazarus Group, as of 20 Aug 2026\. graphsense-tagpacks says the same\./,
    );
    expect(why).toBe(
      'One star: this address is on a sanctions list, OFAC SDN list, Lazarus Group, as of 20 Aug 2026. Its own label sets the score to 100 of 100, whatever its transfers are.',
    );
    expect(wouldChange).toEqual([
      '2 sources say so, and each alone gives this score: the OFAC SDN list and graphsense-tagpacks. It would change only if all of them withdrew it.',
    ]);
    expect(advice).toMatch(/^Do not send to this wallet or accept from it\./);
  });

  it('say of what moved before a listing why it weighs less', () => {
    const { stars, wouldChange } = assessOf({
      incoming: {
        usd: 20_000,
        rows: [{ category: 'sanctions', share: 0.0025, beforeDesignation: true }, licensed(0.9975)],
      },
    });
    expect(stars).toBe(5);
    expect(wouldChange).toEqual([
      'At 20 points it drops to four stars; it is at 0.3.',
      'From $10 in sum on, value directly from or to a party that was on a sanctions list when it moved would leave two stars at most.',
      'Of incoming value, 0.3% moved before the other side was listed: it is shown, and weighs less.',
    ]);
  });

  it('name what a ring of medium risk is made of beside five stars', () => {
    const { stars, headline } = assessOf({ incoming: { rows: [{ category: 'exchange_licence_unknown', share: 1 }] } });
    expect([stars, headline]).toEqual([5, 'Low risk. Mostly exchanges of unknown licence.']);
  });

  it('say that an exchange’s own wallet says nothing about the person paying', () => {
    const { advice, text } = assessOf({ labels: [buildLabel()] });
    expect(advice).toMatch(/^This says nothing about the person paying from it/);
    expect(text).toContain(
      'This address belongs to a licensed exchange: Example Exchange (example-list, 15 Jan 2026).',
    );
  });

  it('call half half, and not the most', () => {
    const rows = [licensed(0.5), { category: 'mixer', share: 0.5, layer: 'indirect' } as const];
    expect(assessOf({ incoming: { rows } }).text).toMatch(
      /^Half of incoming value, 50\.0%, comes from licensed exchanges\. Half of incoming value, 50\.0%, traces back to mixers\./,
    );
  });

  it('have parameters that JSON holds, and give the same text again from them', () => {
    const { sentences } = assessOf({ labels: [buildLabel()], incoming: { rows: [licensed(0.7)] } });
    for (const { code, params, text } of Object.values(sentences ?? {}).flat()) {
      const template = Object.entries(TEMPLATES).find(([name]) => name === code)?.[1] as (given: object) => string;
      expect(template(JSON.parse(JSON.stringify(params)))).toBe(text);
    }
  });

  it.each(CATEGORY_IDS)('are whole for %s, as a label and as a source', (category) => {
    for (const sketch of [
      { labels: [buildLabel({ category })] },
      { incoming: { rows: [{ category, share: 1 }] } },
      { outgoing: { rows: [{ category, share: 1, layer: 'indirect' as const }] } },
    ]) {
      const { headline, text, why, advice } = assessOf(sketch);
      expect(headline).toMatch(/^[A-Z][A-Za-z: ]+\. [A-Z][A-Za-z0-9, ]+\.$/);
      expect(text.length).toBeGreaterThan(20);
      expect(why).toMatch(/stars?[:,]/);
      expect(advice).toMatch(/^[A-Z].*\.$/);
    }
  });
});
