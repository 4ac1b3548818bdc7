/** Random payments on account networks: the histories of reference-2, with transactions of several records. */
import fc from 'fast-check';
import { engineInputOf, questions } from '../reference-2/questions.ts';
import type { Way } from './absorb.ts';
import { ofAccounts } from './from-questions.ts';
import type { PaymentQuestion } from './payment.ts';

export interface PaymentCase {
  /** To be asked of each of the payments. */
  readonly question: Omit<PaymentQuestion, 'way' | 'paidBy'>;
  readonly input: ReturnType<typeof engineInputOf>;
  /** Every payment of the subject, by the block that its transaction is alone in. */
  readonly payments: readonly { readonly way: Way; readonly block: number }[];
}

const MOST_RECORDS = 16;

export const paymentCases: fc.Arbitrary<PaymentCase> = fc
  .record({
    drawn: questions,
    /** Whether a record is of the same transaction as the one before. */
    joined: fc.array(fc.boolean(), { minLength: MOST_RECORDS, maxLength: MOST_RECORDS }),
    incomplete: fc.subarray(['p1', 'p2', 'p3']),
    hasTraces: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  })
  .map(({ drawn, joined, incomplete, hasTraces }): PaymentCase => {
    let block = 0;
    const blocks = joined.map((isJoined) => (isJoined ? block : ++block));
    const times = drawn.transfers.map(({ time }) => time);
    const blockOf = (index: number) => blocks[index] ?? 0;
    const transfers = drawn.transfers.map((transfer, index) => ({
      ...transfer,
      transaction: `t${blockOf(index)}`,
      time: times[blocks.indexOf(blockOf(index))] ?? transfer.time,
    }));
    const question = ofAccounts({ ...drawn, transfers });
    if (question.records.form !== 'account') throw new Error('these are histories of account networks');
    const placed = question.records.transfers.map((transfer, index) => ({
      ...transfer,
      place: { ...transfer.place, block: blockOf(index), index },
    }));
    const input = engineInputOf({ ...drawn, transfers });
    const store = {
      ...input.store,
      transfers: input.store.transfers.map((transfer, index) => ({ ...transfer, block: blockOf(index), index })),
      incomplete: new Set(incomplete),
    };
    const { subject } = drawn;
    const payments = placed.flatMap(({ from, to, place }): PaymentCase['payments'] => {
      if (from === to) return [];
      return [
        ...(to === subject ? [{ way: 'incoming' as const, block: place.block }] : []),
        ...(from === subject ? [{ way: 'outgoing' as const, block: place.block }] : []),
      ];
    });
    const distinct = new Map(payments.map((payment) => [`${payment.way} ${payment.block}`, payment]));
    return {
      question: {
        ...question,
        records: { ...question.records, transfers: placed },
        hasTraces,
        isSourceComplete: (address) => !incomplete.some((other) => other === address),
      },
      input: { ...input, store },
      payments: [...distinct.values()],
    };
  });
