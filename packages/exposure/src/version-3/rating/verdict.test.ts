import { describe, expect, it } from 'vitest';
import { history, mixture, row, wallet } from '../../../test/rating-3/sketches.ts';
import { rateWallet } from './rate-wallet.ts';
import { verdictOf } from './verdict.ts';

const headline = (sketch: Parameters<typeof wallet>[0]) => verdictOf(rateWallet(wallet(sketch))).headline;
const exchange = (share: number, owners: 1 | 2 | 3 = 1) => row('exchange_licensed', share, { owners });
const scam = { category: 'scam', mixture: 'ever' } as const;

describe('the verdict of version 3', () => {
  it('is low risk with five stars, and names the trace of four', () => {
    expect(headline({ ever: mixture([exchange(1)]) })).toEqual({ code: 'low_risk' });
    const traced = history([{ at: 1, amount: 1_000_000n }]);
    expect(headline({ history: traced, ever: mixture([row('scam', 0.002), exchange(0.9)]) })).toEqual({
      code: 'low_risk_with_trace',
      ...scam,
    });
  });

  it('says that a part is not known, with what was met', () => {
    expect(headline({ ever: mixture([exchange(0.5)]) })).toEqual({ code: 'nothing_found_part_unknown' });
    expect(headline({ ever: mixture([exchange(0.5), row('scam', 0.001, { owners: 3 })]) })).toEqual({
      code: 'trace_part_unknown',
      contact: { where: 'ever', category: 'scam', owners: 3, share: 0.001, shareInAll: 0.001 },
    });
    const paid = history([{ at: 1, amount: 10_000n }], [{ at: 2, payee: 3, amount: 5n, category: 'mixer' }]);
    expect(headline({ history: paid, ever: mixture([exchange(0.5)]) })).toMatchObject({
      code: 'trace_part_unknown',
      contact: { where: 'paid', category: 'mixer', owners: null, share: 1 },
    });
  });

  it('says that an origin is known at a distance', () => {
    expect(headline({ ever: mixture([exchange(1, 3)]) })).toEqual({ code: 'origin_at_a_distance' });
  });

  it('names a warning by level, by how sure it is and by what it is of', () => {
    const ever = mixture([row('scam', 0.8)]);
    const risk = { code: 'risk', ...scam };
    expect(headline({ ever })).toEqual({ ...risk, level: 'very_high', certainty: 'all_known' });
    expect(headline({ ever, kind: 'incomplete' })).toMatchObject({ level: 'very_high', certainty: 'not_all_known' });
    expect(headline({ ever, kind: 'sample' })).toMatchObject({ level: 'medium', certainty: 'in_what_was_read' });
    expect(headline({ ever: mixture([row('scam', 0.8, { confidence: 30 })]) })).toMatchObject({
      level: 'high',
      certainty: 'weaker_labels',
    });
  });

  it('says what it paid, what it is, and what it sent back, where that decides', () => {
    const paid = history([{ at: 1, amount: 10_000n }], [{ at: 2, payee: 3, amount: 500n, category: 'mixer' }]);
    expect(headline({ history: paid })).toEqual({
      code: 'paid',
      by: 'acts',
      level: 'very_high',
      certainty: 'all_known',
      category: 'mixer',
    });
    expect(headline({ ownLabel: { category: 'bridge', confidence: 100 } })).toEqual({
      code: 'is',
      by: 'label',
      level: 'low',
      category: 'bridge',
    });
    const setAsideRows = { returned: [row('sanctions', 0.1, { owners: 2 })], untouched: [] };
    expect(headline({ setAsideRows })).toEqual({ code: 'returned', level: 'medium', certainty: 'all_known' });
  });

  it('is the finding without stars, and names the gravest contact', () => {
    expect(headline({})).toEqual({ code: 'none_found' });
    const ever = mixture([
      row('gambling', 0.01),
      row('sanctions', 0.000_1, { owners: 4 }),
      row('sanctions', 0.000_2, { owners: 3, entity: 'one' }),
      row('sanctions', 0.000_3, { owners: 3, entity: 'two' }),
    ]);
    expect(headline({ ever, history: history([{ at: 1, amount: 100_000n }]) })).toEqual({
      code: 'contact',
      contact: {
        ...{ where: 'ever', category: 'sanctions', owners: 3 },
        share: expect.closeTo(0.000_5, 12),
        shareInAll: expect.closeTo(0.000_6, 12),
      },
    });
  });
});
