import type { RecordLog } from '../../columns/record-log.ts';
import type { Position } from '../../records/record.ts';
import type { TransactionReading } from '../flow.ts';

/**
 * A line of flows, 64 bytes in a `RecordLog`: one line of the processor's cache answers a step of the walk. Lines are
 * numbered from 1; 0 says there is none. Each threads the flows into and out of both its ends, in order of position, so
 * that no step has to search. Indexes are those of words.
 */
export const FROM = 0;
export const TO = 1;
/** Last flow into the payer before this one, which is before its transaction: where its money comes from. */
export const FROM_PREVIOUS_IN = 2;
export const TO_PREVIOUS_IN = 3;
export const FROM_PREVIOUS_OUT = 4;
/** Written when the payer pays again. */
export const FROM_NEXT_OUT = 5;
export const TIME = 6;
/** Place within the second, and what is marked. */
export const RANK = 7;
/** Place within the second of the first record of its transaction. */
export const FIRST_RANK = 8;
/** Where the records of its part are, where money was passed on in it; else 0. */
export const PART = 9;
/** Number of the transaction's id, 0 for none. */
export const TRANSACTION = 10;
/** Share of what is paid that the payer's balance covers, as `CoveredShares` numbers it; 0 for all. */
export const COVERED = 11;

/** Indexes of doubles. */
export const INFLOW_SHARE = 6;
/** Base units below 2^53; below zero minus one minus its index among the wide amounts. */
export const AMOUNT = 7;

/** Positions of one second; they follow from the time and the place within it. */
export const RANKS_PER_SECOND = 2 ** 21;
const RANK_MASK = RANKS_PER_SECOND - 1;

/** Marks beside the rank. */
export const HAS_RECEIVER_GIVEN = 2 ** 21;
export const HAS_PAYER_RECEIVED = 2 ** 22;
export const ONLY_BAD_COUNTS = 2 ** 23;
export const UNREAD = 2 ** 24;
export const IS_FROM_POOL = 2 ** 25;
export const IS_INTO_POOL = 2 ** 26;

/** What of a flow is written beside its rank. */
export interface Marks {
  readonly hasReceiverGiven: boolean;
  readonly hasPayerReceived: boolean;
  readonly reading: TransactionReading;
}

/** @param ofEnds `IS_FROM_POOL` and `IS_INTO_POOL` */
export function rankWord(rank: number, marks: Marks, ofEnds: number): number {
  return (
    rank +
    (marks.hasReceiverGiven ? HAS_RECEIVER_GIVEN : 0) +
    (marks.hasPayerReceived ? HAS_PAYER_RECEIVED : 0) +
    readingMark(marks.reading) +
    ofEnds
  );
}

function readingMark(reading: TransactionReading): number {
  switch (reading) {
    case 'whole':
      return 0;
    case 'bad_counts':
      return ONLY_BAD_COUNTS;
    case 'unread':
      return UNREAD;
  }
}

export const marksIn = (word: number): Marks => ({
  hasReceiverGiven: (word & HAS_RECEIVER_GIVEN) !== 0,
  hasPayerReceived: (word & HAS_PAYER_RECEIVED) !== 0,
  reading: (word & UNREAD) !== 0 ? 'unread' : (word & ONLY_BAD_COUNTS) !== 0 ? 'bad_counts' : 'whole',
});

export const rankIn = (word: number): number => word & RANK_MASK;

export const positionAt = (time: number, rank: number): Position => time * RANKS_PER_SECOND + rank;

export const positionOf = (log: RecordLog, line: number): Position =>
  positionAt(log.word(line, TIME), rankIn(log.word(line, RANK)));

/** Whether the flow of this line was removed. */
export const isGone = (log: RecordLog, line: number): boolean => log.word(line, FROM) === log.word(line, TO);

/**
 * The place of a position within its second.
 *
 * @throws RangeError for one that is not of that second
 */
export function rankAt(position: Position, time: number): number {
  const rank = position - time * RANKS_PER_SECOND;
  if (!(rank >= 0 && rank < RANKS_PER_SECOND)) {
    throw new RangeError(`position ${position} is not within second ${time}`);
  }
  return rank;
}
