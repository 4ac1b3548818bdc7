/** One payment: the engine against a reference written from docs/method/transactions alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessPayment, type Direction, walk } from '../src/index.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import type { WalkOptions } from '../src/walk/options.ts';
import type { ExposureStore } from '../src/walk/store.ts';
import { coinCases } from './reference-2/coin-questions.ts';
import type { engineInputOf } from './reference-2/questions.ts';
import type { Way } from './reference-3/absorb.ts';
import { EXACT, expectNoMore, expectSameScore, expectSameShares } from './reference-3/compare.ts';
import { ofCoins } from './reference-3/from-questions.ts';
import { assessPayment as assessExactly, type PaymentAssessment } from './reference-3/payment.ts';
import { paymentCases } from './reference-3/payment-cases.ts';

const { REFERENCE_RUNS = '200' } = process.env;
const RUNS = Number(REFERENCE_RUNS);
const DIRECTIONS: readonly Direction[] = ['bwd', 'fwd'];
const WAY = { bwd: 'incoming', fwd: 'outgoing' } as const;

interface Compared {
  readonly store: ExposureStore;
  readonly side: string;
  readonly direction: Direction;
  /** Where the walk begins. */
  readonly only: readonly number[];
  readonly now: number;
  readonly usdOf: ReturnType<typeof engineInputOf>['usdOf'];
}

async function walked({ store, side: address, direction, only }: Compared, options: WalkOptions) {
  const side = await store.subject(address);
  if (side === null) throw new Error('a party of a transaction has a record');
  return { side, exposure: await walk(store, side, direction, { ...options, only }) };
}

async function expectSame(asked: Compared, exact: PaymentAssessment): Promise<void> {
  const { side, exposure } = await walked(asked, EXACT);
  expect(exposure.amount).toBe(exact.amount);
  expectSameShares(exposure, exact.shown[WAY[asked.direction]]);
  const { usd, bounds } = asked.usdOf(exposure.amount);
  const found = assessPayment({
    ...{ side, exposure, usd, usdBounds: bounds, complete: exact.complete, now: asked.now },
    ...{ withdrawals: [], withoutDerivedLabels: false },
  });
  expectSameScore(found, exact);
}

/** The side's records of one transaction, each of which is alone in its block. */
async function positionsOf(store: MemoryAccountStore, side: string, way: Way, block: number): Promise<number[]> {
  const node = store.nodeOf(side);
  const ids = await store.transactionIds(store.records.map(({ position }) => position));
  return store.records
    .filter(({ from, to }, index) => ids[index] === `t${block}` && (way === 'incoming' ? to : from) === node)
    .map(({ position }) => position);
}

/** How many payments were rated, so that a generator of nothing but N/A is seen. */
class Count {
  all = 0;
  rated = 0;

  add({ stars }: PaymentAssessment): void {
    this.all += 1;
    this.rated += stars > 0 ? 1 : 0;
  }
}

describe('payments by method 2 against a reference written from their page alone', { timeout: 3_600_000 }, () => {
  it('agree on random histories of account networks', async () => {
    const count = new Count();
    await fc.assert(
      fc.asyncProperty(paymentCases, async ({ question, input, payments }) => {
        const store = new MemoryAccountStore(input.store);
        for (const { way, block } of payments) {
          const exact = assessExactly({ ...question, way, paidBy: { block, transaction: 0 } });
          const direction = way === 'incoming' ? 'bwd' : 'fwd';
          const only = await positionsOf(store, question.subject, way, block);
          const { now, usdOf } = input;
          await expectSame({ store, side: question.subject, direction, only, now, usdOf }, exact);
          count.add(exact);
        }
      }),
      { numRuns: RUNS },
    );
    expect(count.rated).toBeGreaterThan(count.all / 4);
  });

  it('agree on random histories of UTXO networks', async () => {
    const count = new Count();
    await fc.assert(
      fc.asyncProperty(coinCases, async ({ question, store: input }) => {
        const store = new MemoryUtxoStore(input);
        const { subject: side, asOf } = question;
        const ids = await store.transactionIds(store.records.map(({ node }) => node));
        for (const [index, { node }] of store.records.entries()) {
          for (const direction of DIRECTIONS) {
            const way = WAY[direction];
            const paidBy = { id: ids[index] ?? '' };
            const sources = { hasTraces: true, isSourceComplete: () => true };
            const exact = assessExactly({ ...ofCoins(question), ...sources, way, paidBy });
            if (exact.amount === 0n) continue;
            const usdOf = (amount: bigint) => ({ usd: Number(amount) / 100, bounds: null });
            await expectSame({ store, side, direction, only: [node], now: asOf / 1000, usdOf }, exact);
            count.add(exact);
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(count.rated).toBeGreaterThan(count.all / 4);
  });

  it('have no share above the exact one, and miss at most R, where the walk is cut', async () => {
    await fc.assert(
      fc.asyncProperty(paymentCases, fc.constantFrom(1e-4, 1e-2, 0.2), async (drawn, threshold) => {
        const { question, input, payments } = drawn;
        const store = new MemoryAccountStore(input.store);
        for (const { way, block } of payments) {
          const exact = assessExactly({ ...question, way, paidBy: { block, transaction: 0 } });
          const direction = way === 'incoming' ? 'bwd' : 'fwd';
          const only = await positionsOf(store, question.subject, way, block);
          const asked = { store, side: question.subject, direction, only, now: input.now, usdOf: input.usdOf } as const;
          const { exposure } = await walked(asked, { threshold, targetNotFollowed: 1 });
          expectNoMore(exposure, exact.shown[way]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
