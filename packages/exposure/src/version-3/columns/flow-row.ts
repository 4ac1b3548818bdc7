import type { Flow } from '../flow.ts';
import type { Movement } from '../netting/pair-amounts.ts';

/** A record of a part, by numbers of accounts. */
export type PartRecord = Movement<number>;

/** A flow as a table of flows has it, but for its ends: they are numbers of accounts of the store. */
export interface FlowRow extends Omit<Flow, 'from' | 'to' | 'amount'> {
  readonly from: number;
  readonly to: number;
  /** Base units above 0; a number only below 2^53. */
  readonly amount: number | bigint;
  /** Empty where it is not known. */
  readonly transactionId: string;
}

/** Records of parts in which an account passed money on, by `FlowRow.part`. */
export type PartRows = ReadonlyMap<number, readonly PartRecord[]>;

/** All flows of one second, in order, and the parts that they name. */
export interface FlowSecond {
  /** Unix seconds. */
  readonly time: number;
  readonly flows: readonly FlowRow[];
  readonly parts: PartRows;
}
