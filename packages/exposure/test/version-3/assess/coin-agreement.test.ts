import { coinGraph, Random } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { assessPlanned, assessWallet } from '../../../src/version-3/assess/assess.ts';
import type { QuestionOf3 } from '../../../src/version-3/assess/question.ts';
import { countingLabel } from '../../../src/version-3/walk/rows/counting-label.ts';
import { coinHistory } from '../../method-3/coin-walk.ts';
import { fraction } from '../../method-3/fraction.ts';
import { ratePlannedPayment } from '../../method-3/payments.ts';
import { type Circumstances, rateWallet } from '../../method-3/result.ts';
import { asResult } from '../../rating-3/as-input.ts';
import { ClusteredStore, EXACT, isOnList, worldOf } from '../coin-cases.ts';
import { pricesOf } from './rated-histories.ts';

const RUNS = Number(process.env['REFERENCE_RUNS'] ?? 400);
const seeds = Array.from({ length: RUNS }, (_, index) => 1000 + index);
const DAY = 86_400;

/** Small ones: the exact fractions of the second implementation double in length with every coinjoin. */
const SIZES = [
  { accounts: 6, transfers: 16 },
  { accounts: 12, transfers: 24 },
  { accounts: 20, transfers: 32 },
] as const;

/** One question about a coin graph, as both implementations take it. */
function caseFor(seed: number) {
  const random = new Random(seed);
  const size = random.pick(SIZES);
  const graph = coinGraph({ seed, ...size, hasCoinjoins: true });
  const store = new ClusteredStore(graph, seed % 2 === 0);
  const owners = graph.transactions.flatMap(({ outputs }) => outputs.flatMap(({ owner }) => owner ?? []));
  const address = random.pick(owners);
  const { prices, priceAt } = pricesOf(random);
  const last = store.records.at(-1)?.time ?? 0;
  const cutOff = last + random.below(40) * DAY;
  const world = worldOf(store);
  const question: QuestionOf3 = {
    asset: 'BTC',
    address,
    cutOff,
    prices,
    reviewedList: { version: '1', has: isOnList },
  };
  const node = store.nodeOf(address);
  const given = node === null ? [] : store.factsOf(node).labels.filter(({ derivedBy }) => derivedBy === undefined);
  const own = countingLabel(given, cutOff);
  const ownLabel = own === null ? null : { ...own.label, beforeDesignation: own.beforeDesignation };
  const { labelAt, onReviewedList } = world;
  const of: Circumstances = { labelAt, ownLabel, onReviewedList, priceAt, cutOff, isSample: false };
  const amount = random.amount();
  return { name: `graph ${seed}`, store, world, question, of, address, amount };
}

describe('the engine of version 3 and its second implementation, on coins', { timeout: 3_600_000 }, () => {
  it('rate wallets alike, and the payments that they would make', async () => {
    for (const seed of seeds) {
      const { name, store, world, question, of, address, amount } = caseFor(seed);
      const history = coinHistory(world, address);
      const { rating } = await assessWallet(store, question, EXACT);
      expect(asResult(rating), name).toEqual(rateWallet(history, of, null));
      const planned = await assessPlanned(store, { ...question, amount, earlier: 0n }, EXACT);
      const payment = { amount: fraction(amount), earlier: fraction(0n) };
      expect(asResult(planned.rating), name).toEqual(ratePlannedPayment(address, history, of, payment));
    }
  });
});
