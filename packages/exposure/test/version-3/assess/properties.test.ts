import { Random } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assessWallet } from '../../../src/version-3/assess/assess.ts';
import type { AssessmentOf3 } from '../../../src/version-3/assess/assessment-of-3.ts';
import { shareOf } from '../../../src/version-3/rating/floors/risk-row.ts';
import { reasonOf, riskScoreOf } from '../../../src/version-3/rating/rating.ts';
import { verdictOf } from '../../../src/version-3/rating/verdict.ts';
import type { AssetTransfer } from '../../../src/version-3/store/asset-transactions.ts';
import type { FlowWalkOptions } from '../../../src/version-3/walk/flow-walk.ts';
import { ASSET, storeOf } from '../histories.ts';
import { type RatedHistory, ratedHistory } from './rated-histories.ts';
import { EXACT, questionOf } from './rated-questions.ts';

const RUNS = Number(process.env['REFERENCE_RUNS'] ?? 300);
const cases = Array.from({ length: RUNS }, (_, index) => 7_000_000 + index);

const rate = (one: RatedHistory, options: FlowWalkOptions = EXACT): Promise<AssessmentOf3> =>
  assessWallet(storeOf(one.history), { ...questionOf(one), statedTotal: one.stated }, options);

const withTransfers = (one: RatedHistory, added: readonly AssetTransfer[]): RatedHistory => ({
  ...one,
  history: { ...one.history, transfers: [...one.history.transfers, ...added] },
});

/** All of an assessment as text. */
const bytesOf = (assessment: AssessmentOf3): string =>
  JSON.stringify(assessment, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

/** A transaction after all others. */
const later = (from: string, to: string, amount: bigint, { cutOff }: RatedHistory): AssetTransfer => ({
  ...{ block: 1_000_000, transactionIndex: 0, transactionId: 'later', ordinal: 0, index: 0, kind: 'token' },
  ...{ from, to, amount, asset: ASSET, time: cutOff },
});

describe('an assessment of version 3', { timeout: 3_600_000 }, () => {
  it('has shares that sum to 1, words for its verdict, and a cause for its stars, whatever was cut', async () => {
    for (const seed of cases) {
      const one = ratedHistory(seed);
      for (const options of [EXACT, { threshold: 0.02, maxStates: 60 }]) {
        const { mixtures, rating, history } = await rate(one, options);
        for (const { rows, unknownOrigin, notFollowed } of mixtures) {
          expect(shareOf([...rows, { share: unknownOrigin }, { share: notFollowed }]), one.name).toBeCloseTo(1, 9);
        }
        expect(() => verdictOf(rating)).not.toThrow();
        const reason = reasonOf(rating);
        expect((reason === null) === (rating.kind === 'finding'), one.name).toBe(true);
        if (history === 'sample' && reason !== 'own label') expect(riskScoreOf(rating), one.name).not.toBe(1);
      }
    }
  });

  it('is the same where money goes in a loop inside a transaction, of any asset', async () => {
    for (const seed of cases) {
      const random = new Random(seed);
      const plain = ratedHistory(seed);
      const one = { ...plain, history: { ...plain.history, notReadWhole: new Set<string>() } };
      const loops = one.history.transfers
        .filter(() => random.chance(0.2))
        .flatMap((transfer) => {
          const [amount, asset] = [BigInt(1 + random.below(1000)), random.pick([ASSET, 'dai'])];
          const ends = [
            [one.address, 'x'],
            ['x', 'y'],
            ['y', one.address],
          ] as const;
          return ends.map(([from, to], index) => ({
            ...transfer,
            ...{ from, to, amount, asset, kind: 'token' as const, index: 100 + index },
          }));
        });
      // A loop alone makes an account known, and its first record is no part of the rating.
      const [before, looped] = [await rate(one), await rate(withTransfers(one, loops))];
      expect(looped.rating.finding, one.name).toBe(before.rating.finding);
      expect([riskScoreOf(looped.rating), reasonOf(looped.rating)], one.name).toEqual([
        riskScoreOf(before.rating),
        reasonOf(before.rating),
      ]);
    }
  });

  it('has no more stars after a payment to somebody new, but where it had none or what it paid is diluted', async () => {
    let compared = 0;
    for (const seed of cases) {
      const one = ratedHistory(seed);
      const { rating, rated } = await rate(one);
      const held =
        rated.kind === 'wallet' && rated.input.now !== null ? rated.input.now.balanceAtCutOff / rated.unit : 0n;
      const hasPaidBad = rating.paid !== null && rating.paid.contacts.length > 0;
      if (rating.kind === 'finding' || hasPaidBad || held === 0n) continue;
      compared += 1;
      for (const amount of [held, (held + 1n) / 2n]) {
        const after = await rate(withTransfers(one, [later(one.address, 'somebody new', amount, one)]));
        expect(riskScoreOf(after.rating), one.name).toBeLessThanOrEqual(rating.stars);
        expect(after.rating.kind, one.name).toBe('stars');
      }
    }
    expect(compared).toBeGreaterThan(RUNS / 10);
  });

  it('has the same bytes whatever the pages, the ids, and the order of records and labels', async () => {
    for (const seed of cases) {
      const one = ratedHistory(seed);
      const { history } = one;
      const other = storeOf(
        {
          ...history,
          transfers: new Random(seed).shuffle(history.transfers),
          labels: new Map([...history.labels].map(([address, labels]) => [address, labels.toReversed()])),
        },
        { firstNode: 2 ** 33, firstPosition: 2 ** 40 },
      );
      const question = { ...questionOf(one), statedTotal: one.stated };
      const again = await assessWallet(other, question, { batchSize: 3, pageLimit: 2 });
      expect(bytesOf(again), one.name).toBe(bytesOf(await rate(one, {})));
    }
  });
});
