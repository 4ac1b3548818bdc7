import { describe, expect, it } from 'vitest';
import { mixture, row } from '../../../../test/rating-3/sketches.ts';
import { fewOrSome, withoutFew } from './few-or-some.ts';
import type { HistoryKind } from './known.ts';
import { type FewestStars, scoreMixture, starsOfBoth, starsOfMixture } from './rate-mixture.ts';
import { takeOut } from './take-out.ts';

describe('what is taken out of a mixture', () => {
  const ever = mixture([row('scam', 0.2), row('exchange_licensed', 0.3)]);

  it('is of each bad row the part that it was in ever; the others are divided by what is left', () => {
    const rows = { returned: [row('scam', 0.1)], untouched: [row('scam', 0.05)] };
    const { left, leftShare, removed } = takeOut({ mixture: ever, usd: 1000 }, rows, ever);
    expect(leftShare).toBeCloseTo(0.85, 12);
    expect(left?.usd).toBeCloseTo(850, 9);
    expect(left?.mixture.rows.map(({ share }) => share)).toEqual([
      expect.closeTo(0.05 / 0.85, 12),
      expect.closeTo(0.3 / 0.85, 12),
    ]);
    expect(removed.map(({ why, share }) => [why, share])).toEqual([
      ['returned', expect.closeTo(0.1, 12)],
      ['untouched', expect.closeTo(0.05, 12)],
    ]);
  });

  it('is the same part of now', () => {
    const now = mixture([row('scam', 0.4), row('scam', 0.4, { owners: 2 })]);
    const { left } = takeOut({ mixture: now, usd: null }, { returned: [row('scam', 0.1)], untouched: [] }, ever);
    expect(left?.usd).toBeNull();
    expect(left?.mixture.rows[0]?.share).toBeCloseTo(0.25, 12);
    expect(left?.mixture.rows[1]?.share).toBeCloseTo(0.5, 12);
  });

  it('may leave nothing', () => {
    const all = mixture([row('scam', 1)]);
    const { left } = takeOut({ mixture: all, usd: 1000 }, { returned: [row('scam', 1)], untouched: [] }, all);
    expect(left).toBeNull();
  });
});

describe('few and some', () => {
  const fit = (share: number, usd: number | null) => fewOrSome({ mixture: mixture([row('scam', share)]), usd });

  it('go by the share and the dollars of what is bad', () => {
    expect(fit(0, 1e6)).toBeNull();
    expect(fit(0.0999, 1000)).toBe('few');
    expect(fit(0.1, 999)).toBe('some');
    expect(fit(0.09, 1111.2)).toBe('some');
    expect(fit(0.2499, 4000)).toBe('some');
    expect(fit(0.25, 1000)).toBeNull();
    expect(fit(0.01, 100_000)).toBeNull();
    expect(fit(0.4999, 199)).toBe('some');
    expect(fit(0.5, 100)).toBeNull();
  });

  it('are some below 10% without a price', () => {
    expect(fit(0.0999, null)).toBe('some');
    expect(fit(0.1, null)).toBeNull();
  });

  it('make few unknown origin, and divide nothing', () => {
    const left = withoutFew(mixture([row('scam', 0.05), row('exchange_licensed', 0.6)], 0.1));
    expect(left.rows).toEqual([row('exchange_licensed', 0.6)]);
    expect(left.unknownOrigin).toBeCloseTo(0.3, 12);
    expect(left.notFollowed).toBe(0.1);
  });
});

describe('the stars of a mixture', () => {
  const rate = (
    rows: Parameters<typeof mixture>[0],
    more: { kind?: HistoryKind; notFollowed?: number; usd?: number | null; fit?: 'some'; fewest?: FewestStars } = {},
  ) => {
    const { kind = 'whole', usd = 1e6 } = more;
    const score = scoreMixture('ever', { mixture: mixture(rows, more.notFollowed), usd }, more.fit ?? null);
    const stars = starsOfMixture(score, kind, more.fewest ?? (kind === 'sample' ? 3 : 1));
    return stars === null ? null : [stars.stars, stars.confidence, stars.reason, stars.doubt];
  };
  const explained = (share: number, owners: 1 | 2 | 3 = 1) => row('exchange_licensed', share, { owners });

  it('are those of the total where 75% is near explained, little is R and the history is whole', () => {
    expect(rate([explained(0.75, 2)])).toEqual([5, 'high', 'explained', null]);
    expect(rate([explained(0.8), row('scam', 0.003)])).toEqual([4, 'high', 'explained', null]);
    expect(rate([explained(0.75)], { notFollowed: 0.1 })).toEqual([5, 'high', 'explained', null]);
    expect(rate([explained(0.75)], { notFollowed: 0.11 })).toBeNull();
    expect(rate([explained(1)], { kind: 'incomplete' })).toEqual([4, 'medium', 'part', null]);
  });

  it('are four where as much is explained at a distance, and where 40% is near explained', () => {
    expect(rate([explained(1, 3)])).toEqual([4, 'medium', 'far', null]);
    expect(rate([explained(0.74)])).toEqual([4, 'medium', 'part', null]);
    expect(rate([explained(0.4)])).toEqual([4, 'medium', 'part', null]);
    expect(rate([explained(0.4)], { notFollowed: 0.1 })).toEqual([4, 'medium', 'part', null]);
    expect(rate([explained(0.4)], { notFollowed: 0.11 })).toBeNull();
    expect(rate([explained(0.39), explained(0.35, 3)])).toBeNull();
    expect(rate([explained(1, 3)], { kind: 'sample' })).toBeNull();
  });

  it('are a warning from a total of 40, with the confidence of what reaches it', () => {
    expect(rate([row('scam', 0.12), explained(0.88)])).toEqual([1, 'high', 'warning', null]);
    expect(rate([row('scam', 0.12)], { kind: 'incomplete' })).toEqual([1, 'medium', 'warning', 'not_whole']);
    expect(rate([row('scam', 0.12)], { kind: 'sample' })).toEqual([3, 'low', 'warning', null]);
    expect(rate([row('scam', 0.12)], { kind: 'sample', fewest: 2 })).toEqual([2, 'low', 'warning', null]);
    expect(rate([row('scam', 0.12, { confidence: 40 })])).toEqual([2, 'medium', 'warning', 'weaker_labels']);
  });

  it('are three with some, neither more nor fewer', () => {
    expect(rate([row('scam', 0.12)], { fit: 'some' })).toEqual([3, 'high', 'warning', null]);
    expect(rate([row('scam', 0.003), explained(0.99)], { fit: 'some' })).toEqual([4, 'high', 'explained', null]);
  });

  it('are none where it is worth less than $1, but not without a price', () => {
    expect(rate([explained(1)], { usd: 0.99 })).toBeNull();
    expect(rate([explained(1)], { usd: 1 })).not.toBeNull();
    expect(rate([explained(1)], { usd: null })).not.toBeNull();
  });
});

describe('both mixtures', () => {
  const stars = (mixtureName: 'ever' | 'now', count: 1 | 2 | 3 | 4 | 5, confidence: 'high' | 'medium' | 'low') =>
    ({
      mixture: mixtureName,
      stars: count,
      reason: count < 4 ? 'warning' : 'explained',
      confidence,
      doubt: null,
    }) as const;

  it('give the lower of two warnings, or the only one', () => {
    expect(starsOfBoth(stars('ever', 3, 'high'), stars('now', 1, 'medium'))).toMatchObject({
      stars: 1,
      mixture: 'now',
    });
    expect(starsOfBoth(stars('ever', 5, 'high'), stars('now', 3, 'low'))).toMatchObject({ stars: 3, mixture: 'now' });
    expect(starsOfBoth(stars('ever', 2, 'high'), null)).toMatchObject({ stars: 2, mixture: 'ever' });
    expect(starsOfBoth(null, stars('now', 2, 'high'))).toMatchObject({ stars: 2, mixture: 'now' });
  });

  it('must both have stars without a warning, where there is a now', () => {
    expect(starsOfBoth(stars('ever', 5, 'high'), null)).toBeNull();
    expect(starsOfBoth(null, stars('now', 5, 'high'))).toBeNull();
    expect(starsOfBoth(null, null)).toBeNull();
    expect(starsOfBoth(stars('ever', 5, 'high'), undefined)).toMatchObject({ stars: 5 });
    expect(starsOfBoth(stars('ever', 5, 'high'), stars('now', 4, 'medium'))).toMatchObject({
      stars: 4,
      mixture: 'now',
    });
  });

  it('take of equal stars the higher confidence, then ever', () => {
    expect(starsOfBoth(stars('ever', 2, 'medium'), stars('now', 2, 'high'))).toMatchObject({ mixture: 'now' });
    expect(starsOfBoth(stars('ever', 2, 'high'), stars('now', 2, 'high'))).toMatchObject({ mixture: 'ever' });
  });
});
