import { compareText } from '../../records/compare-text.ts';
import type { Flow, TransactionReading } from '../flow.ts';
import type { AccountKey, Movement } from '../netting/pair-amounts.ts';
import { type Part, partsOf, passedOn } from '../netting/part.ts';
import { flowsOf } from '../netting/part-flows.ts';
import type { TransactionMarks } from './asset-transactions.ts';

/** A record of the asset, fees included. */
export interface NettedRecord<A extends AccountKey> extends Movement<A> {
  readonly isFee: boolean;
}

/** A part of a transaction, and whether an account of it passed money on, which step 3 of section 4 asks about. */
export interface NettedPart<A extends AccountKey> {
  readonly part: Part<A>;
  readonly hasPassedOn: boolean;
}

/** A flow of one transaction before its ratios. */
export interface NettedFlow<A extends AccountKey>
  extends Pick<Flow, 'amount' | 'hasReceiverGiven' | 'hasPayerReceived' | 'reading'> {
  /** Null: the pool of its part. */
  readonly from: A | null;
  readonly to: A | null;
  /** Null: a fee, which is in no part. */
  readonly of: NettedPart<A> | null;
  /** Index of the record that it is; null where its part has other flows, which follow after all records. */
  readonly record: number | null;
}

/**
 * The flows of one transaction in one asset (docs/method/3, section 4), in their order: fees and records of plain parts
 * by their places, then the flows of all other parts. Every store of flows has them from here.
 *
 * @param records All records of the asset in the transaction, in order.
 * @param addressOf Addresses, by which marks name accounts and which order them.
 * @param isReadWhole Whether all its records of all assets were read (section 13).
 */
export function netTransaction<A extends AccountKey>(
  records: readonly NettedRecord<A>[],
  addressOf: (account: A) => string,
  marks: TransactionMarks,
  isReadWhole: boolean,
): readonly NettedFlow<A>[] {
  const readingOf = (to: A | null): TransactionReading =>
    isReadWhole || to === null ? 'whole' : marks.hasSenderWithOthers(addressOf(to)) ? 'unread' : 'bad_counts';
  const marksOf = (from: A | null, to: A | null): Pick<Flow, 'hasReceiverGiven' | 'hasPayerReceived' | 'reading'> => ({
    hasReceiverGiven: to !== null && marks.gave.has(addressOf(to)),
    hasPayerReceived: from !== null && marks.received.has(addressOf(from)),
    reading: readingOf(to),
  });
  const moved = records.filter(({ isFee }) => !isFee);
  const compare = (a: A, b: A) => compareText(addressOf(a), addressOf(b));
  const parts = partsOf(moved, compare).map((part) => ({ part, hasPassedOn: passedOn(part).length > 0 }));
  const plain = new Map(
    parts.filter(({ part }) => part.isPlain).flatMap((of) => of.part.accounts.map((account) => [account, of] as const)),
  );
  const atRecords = records.flatMap(({ from, to, amount, isFee }, record): readonly NettedFlow<A>[] => {
    if (isFee) return [{ from, to, amount, of: null, record, ...NO_MARKS }];
    const of = plain.get(from);
    return of === undefined ? [] : [{ from, to, amount, of, record, ...marksOf(from, to) }];
  });
  const others = parts.flatMap((of) =>
    of.part.isPlain
      ? []
      : flowsOf(of.part).map(({ from, to, amount }) => ({ from, to, amount, of, record: null, ...marksOf(from, to) })),
  );
  return [...atRecords, ...others];
}

/** A fee has no mark of other assets or of reading. */
const NO_MARKS = { hasReceiverGiven: false, hasPayerReceived: false, reading: 'whole' } as const;
