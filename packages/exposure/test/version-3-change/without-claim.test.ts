import { describe, expect, it } from 'vitest';
import { assessPlanned, assessWallet, type StoreOf3 } from '../../src/version-3/assess/assess.ts';
import type { QuestionOf3 } from '../../src/version-3/assess/question.ts';
import { leastChanges } from '../../src/version-3/change/least-changes.ts';
import { withoutClaim } from '../../src/version-3/change/without-claim.ts';
import { riskScoreOf } from '../../src/version-3/rating/rating.ts';
import { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import type { LabelClaim } from '../../src/walk/store.ts';
import { START, sketchedStore } from '../version-3/coin-sketches.ts';
import { labelOf } from '../version-3/histories.ts';

const LABELS = {
  thief: labelOf({ category: 'stolen_coins', entity: 'A thief' }),
  exchange: labelOf({ category: 'exchange_licensed', entity: 'An exchange' }),
};

const labelsOf = (address: string) =>
  Object.entries(LABELS).flatMap(([name, label]) => (name === address ? [label] : []));

const paid = (from: string, amount: bigint, block: number) => ({
  ...{ block, transactionIndex: 0, transactionId: `x${block}`, kind: 'token' as const, index: 0, ordinal: 0 },
  ...{ from, to: 'asked', amount, asset: 'coin', time: START + block * 1000 },
});

const question: QuestionOf3 = {
  ...{ asset: 'coin', address: 'asked', cutOff: START + 1_000_000 },
  prices: { decimals: 0, usdOn: () => 1 },
  reviewedList: { version: '1', has: () => true },
};

const accounts: StoreOf3 = new MemoryFlows({
  network: 'ETH',
  asset: 'coin',
  transfers: [paid('exchange', 60_000n, 1), paid('thief', 40_000n, 2)],
  labelsOf,
});

const coins: StoreOf3 = sketchedStore(
  [
    { id: 'made 1', inputs: [], outputs: [{ owner: 'exchange', value: 60_000 }] },
    { id: 'made 2', inputs: [], outputs: [{ owner: 'thief', value: 40_000 }] },
    {
      id: 'x1',
      inputs: [{ prev: 'made 1', vout: 0, owner: 'exchange', value: 60_000 }],
      outputs: [{ owner: 'asked', value: 60_000 }],
    },
    {
      id: 'x2',
      inputs: [{ prev: 'made 2', vout: 0, owner: 'thief', value: 40_000 }],
      outputs: [{ owner: 'asked', value: 40_000 }],
    },
  ],
  LABELS,
);

describe('a claim that is withdrawn from every address', () => {
  it.each([
    ['accounts', accounts],
    ['coins', coins],
  ])('gives the stars of a new walk: %s', async (_, store) => {
    const assessWithout = (claim: LabelClaim) => {
      const asked = withoutClaim({ store, question }, claim);
      return assessWallet(asked.store, asked.question);
    };
    const found = await assessWallet(store, question);
    expect(riskScoreOf(found.rating)).toBe(1);
    const changes = await leastChanges(found, { decimals: 0, assessWithout });
    const claim = { category: 'stolen_coins', entity: 'A thief' } as const;
    const without = riskScoreOf((await assessWithout(claim)).rating);
    expect(without).toBeGreaterThanOrEqual(4);
    expect(changes?.claim).toEqual({ ...claim, share: 0.4, stars: without });
    expect(changes?.path).toMatchObject({ entity: 'A thief', transactionId: 'x2', share: 0.4, stars: 5 });
    expect(changes?.share).toMatchObject({ to: 0.099_999, stars: 2, isOfBoth: true });
  });

  it('is withdrawn from an address that no record names too', async () => {
    const unrecorded = { role: 'account', labels: [LABELS.thief] } as const;
    const asked = { store: accounts, question: { ...question, address: 'new', unrecorded, amount: 100n, earlier: 0n } };
    const rate = ({ store, question: of }: typeof asked) => assessPlanned(store, of);
    expect(riskScoreOf((await rate(asked)).rating)).toBe(1);
    const without = withoutClaim(asked, { category: 'stolen_coins', entity: 'A thief' });
    const { rating } = await assessPlanned(without.store, without.question);
    expect(rating.finding).toBe('no_records');
  });
});
