import type { Direction } from '../records/record.ts';
import type { PathStep } from '../walk/exposure.ts';

/**
 * A record with its links, 64 bytes: all that a step of the walk needs, so that a step reads one row, wherever rows
 * are. Records are numbered from 1 in the order of positions, accounts from 0; record 0 says there is none.
 */
export const LINKED_BYTES = 64;
/** Words. */
export const FROM = 0;
export const TO = 1;
/** Last inflow of the sender before this record: where its money comes from. */
export const FROM_PREVIOUS_IN = 2;
export const TO_PREVIOUS_IN = 3;
/** First outflow of the receiver after this record: where its money goes. */
export const TO_NEXT_OUT = 4;
export const FROM_NEXT_OUT = 5;
/** Unix seconds. */
export const TIME = 6;
/** Facts of both ends: the slot of their labels times four, and `UNREAD_OPENING`. */
export const FROM_FACTS = 7;
export const TO_FACTS = 8;
export const UNREAD_OPENING = 1;
/** Doubles. */
export const INFLOW_SHARE = 5;
/** As in `RecordLog`: phi, or below zero -kappa of a sender who was short. */
export const OUTFLOW = 6;
/** Base units below 2^53; below zero they are elsewhere. */
export const AMOUNT = 7;

export function slotIn(facts: number): number {
  return facts >>> 2;
}

export function isUnreadIn(facts: number): boolean {
  return (facts & UNREAD_OPENING) !== 0;
}

/** The memory a row is in. */
export interface LinkedRow {
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
}

/** The records of one ledger, answered at once. */
export interface LinkedRecords {
  /** Number of the last record. */
  readonly count: number;
  /** The row of a record, valid until the next call of anything; `at` is its first double, counted in doubles. */
  row(record: number): LinkedRow;
  readonly at: number;
  /** An account's last inflow (`bwd`) or first outflow (`fwd`), 0 for none. */
  firstOf(account: number, direction: Direction): number;
  isOpeningUnread(account: number): boolean;
  /** Base units. */
  amountOf(record: number): bigint;
  stepsOf(records: readonly number[]): readonly PathStep[];
}
