import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mixture } from '../../src/version-3/mixture.ts';
import { shareOf, tierOf } from '../../src/version-3/rating/floors/risk-row.ts';
import { ratePayment } from '../../src/version-3/rating/rate-payment.ts';
import { rateWallet, type WalletInput } from '../../src/version-3/rating/rate-wallet.ts';
import { type Rating, reasonOf, riskScoreOf } from '../../src/version-3/rating/rating.ts';
import { verdictOf } from '../../src/version-3/rating/verdict.ts';
import { changeSource, isBadSource, isNotFollowed, type Source } from '../method-3/composition.ts';
import type { History, Inflow, Payer } from '../method-3/model.ts';
import { walletInput } from './as-input.ts';
import { historyArb } from './random-histories.ts';

const RUNS = { seed: 20_261_201, numRuns: Number(process.env['RUNS'] ?? 1500) };

const walletArb = historyArb.map(({ history, of, stated }) => walletInput(history, of, stated));

/** What the wallet received, as a payment. */
const asPayment = ({ ever, kind, ownLabel }: WalletInput, mixture: Mixture | null = ever): Rating | null =>
  mixture === null ? null : ratePayment({ mixture, usd: 5000, kind, hasRecords: ownLabel === null });

describe('what always holds of a rating of version 3', () => {
  it('has stars or a finding, and one to three stars only for a cause', () => {
    fc.assert(
      fc.property(walletArb, (input) => {
        for (const rating of [rateWallet(input), asPayment(input)]) {
          if (rating === null) continue;
          expect(rating.kind === 'stars').toBe(rating.finding === null);
          expect(riskScoreOf(rating) === 0).toBe(reasonOf(rating) === null);
          if (rating.kind !== 'stars' || rating.stars > 3) continue;
          expect(['warning', 'paid', 'own label', 'returned']).toContain(rating.cause.reason);
          if (rating.cause.reason !== 'warning') continue;
          const { mixture } = rating.cause;
          const score = rating.mixtures.find(({ name }) => name === mixture)?.score;
          expect(score?.total.total).toBeGreaterThanOrEqual(40);
        }
      }),
      RUNS,
    );
  });

  it('gives a sample one star only by its own label, and never low confidence with one star', () => {
    fc.assert(
      fc.property(walletArb, (input) => {
        const rating = rateWallet({ ...input, kind: 'sample' });
        if (rating.kind !== 'stars' || rating.stars !== 1) return;
        expect(rating.cause.reason).toBe('own label');
        expect(rating.confidence).toBe('high');
      }),
      RUNS,
    );
  });

  it('has shares that sum to 1 after section 8', () => {
    fc.assert(
      fc.property(walletArb, (input) => {
        for (const { score } of rateWallet(input).mixtures) {
          if (score === null) continue;
          const { rows, unknownOrigin, notFollowed } = score;
          expect(shareOf([...rows, { share: unknownOrigin }, { share: notFollowed }])).toBeCloseTo(1, 9);
        }
      }),
      RUNS,
    );
  });

  it('has decisive rows that sum to the share that its floor names, all of its tiers', () => {
    fc.assert(
      fc.property(walletArb, (input) => {
        for (const { score } of rateWallet(input).mixtures) {
          const floor = score?.total.floors.largest ?? null;
          if (floor === null) continue;
          expect(shareOf(floor.rows)).toBeCloseTo(floor.share, 12);
          expect(floor.rows.map(({ category }) => category)).toContain(floor.category);
          for (const row of floor.rows) {
            expect(floor.scope).toContain(tierOf(row.category));
            expect(row.owners === 1).toBe(floor.column === 'direct');
          }
        }
      }),
      RUNS,
    );
  });

  it('is never raised by what was paid, but for wallets without stars', () => {
    fc.assert(
      fc.property(walletArb, (input) => {
        const plain = { ...input, ownLabel: null };
        const silent = { ...plain, history: { ...plain.history, payments: [] }, setAside: noReturns(plain) };
        const [without, withPayments] = [rateWallet(silent), rateWallet({ ...plain, setAside: noReturns(plain) })];
        if (without.kind === 'stars') expect(riskScoreOf(withPayments)).toBeLessThanOrEqual(without.stars);
        if (without.kind === 'stars') expect(withPayments.kind).toBe('stars');
      }),
      RUNS,
    );
  });
});

const noReturns = ({ setAside }: WalletInput) => ({ ...setAside, returned: [] });

/** A history in which one source of what came in is another. */
function withSource(history: History, by: (source: Source) => Source): History {
  const changed = (payer: Payer): Payer => ({
    ...payer,
    came: changeSource(payer.came, by),
    own: changeSource(payer.own, by),
  });
  const inflows = history.inflows.map(
    (inflow): Inflow => ({
      ...inflow,
      came: changeSource(inflow.came, by),
      payers: new Map([...inflow.payers].map(([id, payer]) => [id, changed(payer)])),
    }),
  );
  const { afterLastInflow: held } = history;
  const afterLastInflow = held === null ? null : { ...held, composition: changeSource(held.composition, by) };
  return { ...history, inflows, afterLastInflow };
}

const badArb = fc.record({
  category: fc.constantFrom('sanctions', 'issuer_frozen', 'stolen_coins', 'mixer', 'seized_assets', 'gambling', 'atm'),
  confidence: fc.constantFrom(20, 40, 50, 100),
  beforeDesignation: fc.boolean(),
  owners: fc.integer({ min: 1, max: 6 }),
});

describe('a share that moves to tier S, A or B', () => {
  it('never raises stars, but by what was returned or lies untouched; where they vanish there was a contact', () => {
    fc.assert(
      fc.property(historyArb, badArb, fc.nat(), ({ history, of, stated }, bad, index) => {
        const sources = history.inflows.flatMap(({ came }) => [...came.values()].map(({ source }) => source));
        const moved = sources.filter((source) => !isNotFollowed(source) && !isBadSource(source))[
          index % Math.max(1, sources.length)
        ];
        fc.pre(moved !== undefined);
        const key = JSON.stringify(moved);
        const after = withSource(history, (source) =>
          JSON.stringify(source) === key ? { ...source, ...bad, entity: 'moved', explained: false } : source,
        );
        const inputs = [walletInput(history, of, stated), walletInput(after, of, stated)];
        const [first, second] = inputs.map((input) => rateWallet({ ...input, ownLabel: null }));
        fc.pre(second !== undefined && !second.setAside.some((name) => name === 'returned' || name === 'untouched'));
        // A *now* that loses its stars is left out where little is left of it (section 6), and *ever* counts alone.
        fc.pre(!second.mixtures.some(({ isLeftOut }) => isLeftOut));
        if (first?.kind === 'stars') {
          if (second?.kind === 'stars') expect(second.stars).toBeLessThanOrEqual(first.stars);
          else expect(second?.finding).toBe('contact');
        }
      }),
      RUNS,
    );
  });
});

describe('the verdict of a rating', () => {
  it('has words for every rating, and every cell of its table is reached', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(walletArb, (input) => {
        for (const rating of [rateWallet(input), rateWallet({ ...input, ownLabel: null }), asPayment(input)]) {
          if (rating === null) continue;
          const { code } = verdictOf(rating).headline;
          reached.add(code);
          if (rating.kind === 'stars') reached.add(`${rating.stars} ${rating.confidence} ${rating.doubt ?? ''}`.trim());
        }
      }),
      { ...RUNS, numRuns: 4 * RUNS.numRuns },
    );
    expect([...reached].toSorted()).toMatchInlineSnapshot(`
      [
        "1 high",
        "1 medium not_whole",
        "1 medium weaker_labels",
        "2 high",
        "2 low",
        "2 medium not_whole",
        "2 medium weaker_labels",
        "3 high",
        "3 low",
        "3 medium not_whole",
        "3 medium weaker_labels",
        "4 high",
        "4 medium",
        "5 high",
        "contact",
        "is",
        "low_risk",
        "low_risk_with_trace",
        "no_records",
        "none_found",
        "nothing_found_part_unknown",
        "origin_at_a_distance",
        "paid",
        "returned",
        "risk",
        "too_little",
        "trace_part_unknown",
      ]
    `);
  });
});
