import { coveredOf, NOTHING_COVERED, type TransferRecord } from '@assay/exposure';

/**
 * A record as one of its two accounts sees it, in doubles: number and time of the record (two words), the other
 * account, amount, inflow share, outflow. A row of a run has its own account before that.
 */
export const HALF_DOUBLES = 5;
export const HALF_BYTES = 8 * HALF_DOUBLES;

/** A record on its way into two rows. */
export interface HalfRecord {
  /** From 1 on, in the order of positions. */
  readonly number: number;
  /** Unix seconds. */
  readonly time: number;
  /** Base units below 2^53; below zero minus one minus its index among the wide amounts. */
  readonly amount: number;
  readonly inflowShare: number;
  readonly outflow: number;
}

/** The part of an outflow and the part of it that was covered, as one double: a sender who was short sent all it had. */
export function outflowOf(covered: number, outflowShare: number): number {
  return covered === 1 ? outflowShare : covered === 0 ? NOTHING_COVERED : -covered;
}

interface RowView {
  readonly doubles: Float64Array;
  readonly words: Uint32Array;
}

/** @param double index of the row's first double */
export function writeHalf({ doubles, words }: RowView, double: number, other: number, record: HalfRecord): void {
  words[2 * double] = record.number;
  words[2 * double + 1] = record.time;
  doubles[double + 1] = other;
  doubles[double + 2] = record.amount;
  doubles[double + 3] = record.inflowShare;
  doubles[double + 4] = record.outflow;
}

export function numberAt({ words }: RowView, double: number): number {
  return words[2 * double] ?? 0;
}

export function timeAt({ words }: RowView, double: number): number {
  return words[2 * double + 1] ?? 0;
}

/** @param account whose row it is */
export function readHalf(
  view: RowView,
  double: number,
  account: number,
  isInflow: boolean,
  wideAmount: (index: number) => bigint,
): TransferRecord {
  const { doubles } = view;
  const other = doubles[double + 1] ?? 0;
  const amount = doubles[double + 2] ?? 0;
  const outflow = doubles[double + 4] ?? 0;
  const record = {
    position: numberAt(view, double),
    from: isInflow ? other : account,
    to: isInflow ? account : other,
    inflowShare: doubles[double + 3] ?? 0,
    covered: coveredOf(outflow),
    outflowShare: outflow < 0 ? 1 : outflow,
    time: timeAt(view, double),
  };
  // Last: a wide amount may be read into the page of this row.
  return { ...record, amount: amount < 0 ? wideAmount(-1 - amount) : BigInt(amount) };
}
