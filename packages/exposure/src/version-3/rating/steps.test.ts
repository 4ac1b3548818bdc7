import type { Category } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { history, mixture, row } from '../../../test/rating-3/sketches.ts';
import { NOTHING_SET_ASIDE } from './history/set-aside.ts';
import { scoreMixture } from './mixtures/rate-mixture.ts';
import { readPaid } from './paid/paid.ts';
import type { Decision } from './rating.ts';
import { afterOwnLabel, afterPaid, afterReturned } from './steps.ts';

const decision = (stars: Decision['stars'], confidence: Decision['confidence'] = 'high'): Decision => ({
  stars,
  confidence,
  doubt: confidence === 'medium' && stars < 4 ? 'not_whole' : null,
  cause: { reason: stars < 4 ? 'warning' : 'explained', mixture: 'ever' },
});

const brief = (decided: Decision | null) =>
  decided === null ? null : [decided.stars, decided.confidence, decided.cause.reason];

describe('what was sent back of tier S', () => {
  it('leaves three stars at most, also where there were none', () => {
    expect(brief(afterReturned(null, 'whole'))).toEqual([3, 'high', 'returned']);
    expect(brief(afterReturned(decision(5), 'incomplete'))).toEqual([3, 'medium', 'returned']);
    expect(brief(afterReturned(decision(4), 'sample'))).toEqual([3, 'low', 'returned']);
    expect(brief(afterReturned(decision(2), 'whole'))).toEqual([2, 'high', 'warning']);
    expect(brief(afterReturned(decision(3, 'medium'), 'whole'))).toEqual([3, 'high', 'warning']);
  });
});

describe('what was paid, as a step', () => {
  const paid = (category: Category, amount: bigint, others = 0n) =>
    readPaid(
      history(
        [],
        [
          { at: 1, payee: 1, amount, category },
          { at: 2, payee: 2, amount: others, category: null },
        ],
      ),
      NOTHING_SET_ASIDE,
      () => 1,
    );
  const after = (
    soFar: Decision | null,
    own: ReturnType<typeof paid>,
    kind: 'whole' | 'incomplete' | 'sample' = 'whole',
    hasInflow = true,
  ) => brief(afterPaid(soFar, own, { history: kind, hasInflow }));

  it('lowers stars, and gives four too', () => {
    expect(after(decision(5), paid('mixer', 1000n))).toEqual([1, 'high', 'paid']);
    expect(after(decision(5), paid('gambling', 60n, 1000n))).toEqual([4, 'high', 'paid']);
    expect(after(decision(5), paid('scam', 1000n))).toEqual([3, 'high', 'paid']);
    expect(after(decision(2), paid('scam', 1000n))).toEqual([2, 'high', 'warning']);
    expect(after(decision(5), paid('scam', 10n))).toEqual([5, 'high', 'explained']);
  });

  it('counts without stars where it has three or fewer', () => {
    expect(after(null, paid('mixer', 1000n))).toEqual([1, 'high', 'paid']);
    expect(after(null, paid('gambling', 60n, 1000n))).toBeNull();
  });

  it('has three stars at least in a sample and where nothing came in', () => {
    expect(after(null, paid('mixer', 1000n), 'sample')).toEqual([3, 'low', 'paid']);
    expect(after(null, paid('mixer', 1000n), 'whole', false)).toEqual([3, 'high', 'paid']);
  });

  it('raises the confidence of equal stars, three or fewer, and leaves their cause', () => {
    expect(after(decision(1, 'medium'), paid('mixer', 1000n))).toEqual([1, 'high', 'warning']);
    expect(after(decision(4, 'medium'), paid('gambling', 60n, 1000n))).toEqual([4, 'medium', 'explained']);
  });
});

describe('the own label', () => {
  const ever = (rows: Parameters<typeof mixture>[0]) =>
    scoreMixture('ever', { mixture: mixture(rows), usd: 10_000 }, null);
  const after = (
    soFar: Decision | null,
    category: Category,
    confidence = 100,
    rows: Parameters<typeof mixture>[0] = [],
    kind: 'whole' | 'incomplete' = 'whole',
  ) => brief(afterOwnLabel(soFar, { category, confidence }, { history: kind, ever: ever(rows) }));

  it('gives the stars of its tier and confidence, or those so far where they are lower', () => {
    expect(after(decision(5), 'sanctions', 20)).toEqual([1, 'high', 'own label']);
    expect(after(null, 'scam', 50)).toEqual([1, 'high', 'own label']);
    expect(after(null, 'scam', 49)).toEqual([2, 'high', 'own label']);
    expect(after(null, 'gambling', 50)).toEqual([2, 'high', 'own label']);
    expect(after(null, 'gambling', 49)).toEqual([3, 'high', 'own label']);
    expect(after(decision(1, 'medium'), 'gambling')).toEqual([1, 'medium', 'warning']);
  });

  it('leaves the cause of the same stars, unless it raised their confidence', () => {
    expect(after(decision(1), 'scam')).toEqual([1, 'high', 'warning']);
    expect(after(decision(1, 'medium'), 'scam')).toEqual([1, 'high', 'own label']);
  });

  it('replaces the stars by those of its weight for tiers C and D from confidence 50', () => {
    expect(after(decision(1), 'exchange_licensed')).toEqual([5, 'high', 'own label']);
    expect(after(null, 'bridge')).toEqual([4, 'high', 'own label']);
    expect(after(null, 'exchange_licence_unknown')).toEqual([5, 'high', 'own label']);
    expect(after(decision(1), 'exchange_licensed', 49)).toEqual([1, 'high', 'warning']);
    expect(after(null, 'other_entities')).toBeNull();
  });

  it('leaves a service the stars that its direct illicit receipts give', () => {
    const service = (share: number, category: Category = 'scam', sketch = {}) =>
      after(decision(1), 'exchange_licensed', 100, [row(category, share, sketch)]);
    expect(service(0.5)).toEqual([1, 'high', 'own label']);
    expect(service(0.49)).toEqual([2, 'high', 'own label']);
    expect(service(0.24)).toEqual([3, 'high', 'own label']);
    expect(service(0.099)).toEqual([5, 'high', 'own label']);
    expect(service(0.5, 'seized_assets')).toEqual([5, 'high', 'own label']);
    expect(service(0.5, 'scam', { owners: 2 })).toEqual([5, 'high', 'own label']);
    expect(service(0.5, 'scam', { confidence: 40 })).toEqual([5, 'high', 'own label']);
    expect(service(0.5, 'scam', { beforeDesignation: true })).toEqual([5, 'high', 'own label']);
    const incomplete = after(null, 'exchange_licensed', 100, [row('scam', 0.5)], 'incomplete');
    expect(incomplete).toEqual([5, 'high', 'own label']);
  });
});
