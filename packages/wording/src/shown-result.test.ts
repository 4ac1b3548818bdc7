import { describe, expect, it } from 'vitest';
import { ADVICE } from './advice.ts';
import { adviceLine, headlineOf, type ShownResult } from './shown-result.ts';

const RESULT: ShownResult = {
  verdict: 'low',
  cause: { rule: 'linear', reason: null },
  confidence: 'high',
  coverage: { attributed: 0.9 },
  labels: [],
  texts: { headline: 'Low risk. No star withheld.' },
};

describe('the words at the top of a result', () => {
  it('are the signed ones where enough is known, and of text set 2 in any case', () => {
    expect(headlineOf(RESULT)).toBe('Low risk. No star withheld.');
    const headline = 'Limited data: low risk. Too little is known for five stars.';
    expect(headlineOf({ ...RESULT, confidence: 'low', texts: { headline } })).toBe(headline);
    expect(adviceLine({ ...RESULT, texts: { headline, advice: 'Its own.' } })).toBe('Its own.');
  });

  it.each<[string, Partial<ShownResult>]>([
    ['low confidence', { confidence: 'low' }],
    ['limited coverage', { cause: { rule: 'limited_coverage', reason: null } }],
    ['little that is attributed', { coverage: { attributed: 0.3 } }],
  ])('say limited data before low risk for %s', (_name, change) => {
    expect(headlineOf({ ...RESULT, ...change })).toBe('Limited data: low risk. No star withheld.');
    expect(adviceLine({ ...RESULT, ...change })).toBe(ADVICE.limited);
  });

  it('say limited data by the same rule in every text set of version 1', () => {
    for (const textSet of [1, 2, 4, 6]) {
      const low = { ...RESULT, confidence: 'low', text_set: textSet } as const;
      expect(headlineOf(low)).toBe('Limited data: low risk. No star withheld.');
      expect(adviceLine(low)).toBe(ADVICE.limited);
    }
  });

  it.each([3, 5, 7])(
    'are those of the result alone in text set %i, whose method decides what is limited',
    (textSet) => {
      const own = {
        ...RESULT,
        text_set: textSet,
        cause: { rule: 'limited_coverage', reason: null },
        confidence: 'low',
      } as const;
      expect(headlineOf(own)).toBe(RESULT.texts.headline);
      expect(adviceLine(own)).toBe(ADVICE.keep);
      const headline = 'Limited data: low risk. Too little is known for five stars.';
      expect(adviceLine({ ...own, texts: { headline } })).toBe(ADVICE.limited);
    },
  );

  it('do not say it of other verdicts', () => {
    const high = { ...RESULT, verdict: 'high', confidence: 'low', texts: { headline: 'High risk. Mixer.' } } as const;
    expect(headlineOf(high)).toBe('High risk. Mixer.');
    expect(adviceLine(high)).toBe(ADVICE.refuse);
  });

  it('say of the wallet of a service that it says nothing about the person paying', () => {
    const identity = { ...RESULT, cause: { rule: 'identity', reason: null } };
    for (const category of ['exchange_licensed', 'p2p_exchange_unlicensed', 'payment_processor', 'atm'] as const) {
      expect(adviceLine({ ...identity, labels: [{ category }] })).toBe(ADVICE.service);
    }
    expect(adviceLine({ ...identity, labels: [{ category: 'miner' }] })).toBe(ADVICE.keep);
    expect(adviceLine({ ...identity, verdict: 'high', labels: [{ category: 'exchange_fraudulent' }] })).toBe(
      ADVICE.refuse,
    );
  });

  it('say what to do where there are no stars', () => {
    const unrated = { ...RESULT, verdict: 'not_rated' } as const;
    const lines = (['no_records', 'sources_failed', 'burn_address', 'not_traceable'] as const).map((reason) =>
      adviceLine({ ...unrated, cause: { rule: 'not_rated', reason } }),
    );
    expect(lines).toEqual([ADVICE.no_records, ADVICE.sources_failed, ADVICE.burn_address, ADVICE.not_rated]);
  });
});
