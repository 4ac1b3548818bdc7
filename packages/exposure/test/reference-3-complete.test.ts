/** Whether records behind a payment are complete: the engine against the reference that was written from the page. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { isPaymentComplete } from '../src/walk/payment-completeness.ts';
import { assessPayment } from './reference-3/payment.ts';
import { paymentCases } from './reference-3/payment-cases.ts';

const NEVER = new AbortController().signal;

describe('the records behind a payment', () => {
  it('are complete exactly where the reference of the page finds them so', async () => {
    const found = { complete: 0, incomplete: 0 };
    await fc.assert(
      fc.asyncProperty(paymentCases, async ({ question, input, payments }) => {
        const store = new MemoryAccountStore(input.store);
        const side = store.nodeOf(question.subject);
        if (side === null) return;
        const ids = await store.transactionIds(store.records.map(({ position }) => position));
        for (const { way, block } of payments) {
          const id = `t${block}`;
          const isOwn = ({ from, to }: { from: number; to: number }) => (way === 'incoming' ? to : from) === side;
          const only = store.records
            .filter((record, index) => ids[index] === id && isOwn(record))
            .map(({ position }) => position);
          const direction = way === 'incoming' ? 'bwd' : 'fwd';
          const payment = { direction, only, isWhole: question.hasTraces } as const;
          const exact = assessPayment({ ...question, way, paidBy: { block, transaction: 0 } }).complete;
          expect(await isPaymentComplete(store, side, payment, NEVER)).toBe(exact);
          found[exact ? 'complete' : 'incomplete'] += 1;
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(found.complete, found.incomplete)).toBeGreaterThan(50);
  });
});
