import type { Flow, FlowRatios, FlowToSettle } from '@assay/exposure/version-3';
import { positionAt, secondOf } from '../positions.ts';

/** A flow as it is stored; accounts below 0 are pools. Ranks are those in its second. */
export interface FlowRow extends FlowToSettle, FlowRatios {
  readonly position: number;
  /** Of the first record of its transaction, among the records. */
  readonly recordRank: number;
  /** Of the first flow of its transaction. */
  readonly transactionRank: number;
  /** Of the first flow of its part where an account of it passed money on, else -1. */
  readonly partRank: number;
  readonly marks: number;
}

export type Marks = Pick<Flow, 'hasReceiverGiven' | 'hasPayerReceived' | 'reading'> & { readonly isFee: boolean };

const RECEIVER_GAVE = 1;
const PAYER_RECEIVED = 2;
const BAD_COUNTS = 4;
const UNREAD = 8;
const FEE = 16;

/** Marks as one number, as the table of flows has them. */
export function marksOf({ hasReceiverGiven, hasPayerReceived, reading, isFee }: Marks): number {
  const ofReading = { whole: 0, bad_counts: BAD_COUNTS, unread: UNREAD }[reading];
  return (
    (hasReceiverGiven ? RECEIVER_GAVE : 0) + (hasPayerReceived ? PAYER_RECEIVED : 0) + ofReading + (isFee ? FEE : 0)
  );
}

/** The marks that a number of the table says. */
export function readMarks(marks: number): Marks {
  const has = (bit: number): boolean => (marks & bit) !== 0;
  return {
    hasReceiverGiven: has(RECEIVER_GAVE),
    hasPayerReceived: has(PAYER_RECEIVED),
    reading: has(UNREAD) ? 'unread' : has(BAD_COUNTS) ? 'bad_counts' : 'whole',
    isFee: has(FEE),
  };
}

/** The account that a pool is named by: minus the position of the first flow of its part. */
export const poolAt = (position: number): number => -position;

export const isPool = (node: number): boolean => node < 0;

/** What a row says as a flow that walks read. */
export function flowOf(row: Omit<FlowRow, 'recordRank' | 'isFee'>): Flow {
  const time = secondOf(row.position);
  const { hasReceiverGiven, hasPayerReceived, reading } = readMarks(row.marks);
  return {
    position: row.position,
    transaction: positionAt(time, row.transactionRank),
    from: row.from,
    to: row.to,
    amount: row.amount,
    inflowShare: row.inflowShare,
    covered: row.covered,
    ...{ hasReceiverGiven, hasPayerReceived, reading },
    part: row.partRank < 0 ? null : positionAt(time, row.partRank),
    time,
  };
}
