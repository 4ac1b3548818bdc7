import type { NodeId, Position } from '../records/record.ts';

/** How far the transaction of a flow was read (docs/method/3, section 13). */
export type TransactionReading =
  | 'whole'
  /** Its inflow is R, but for shares of tier S, A and B. */
  | 'bad_counts'
  /** The same, but only what is straight from tier S or A: who paid in it is known to have records in it with others. */
  | 'unread';

/**
 * What an account was paid, net, by another within one transaction and asset (docs/method/3, section 4). In a part with
 * several payers and several payees that no records join straight, both meet in a party of role `pool`, which holds
 * nothing in between and is no owner. Ratios are fixed when the transaction is added and do not depend on labels.
 */
export interface Flow {
  /** Place in the order of records; flows of one transaction follow each other. Unique within the asset. */
  readonly position: Position;
  /** Place of the first record of its transaction: what is before it is before the whole transaction. */
  readonly transaction: Position;
  readonly from: NodeId;
  readonly to: NodeId;
  /** Base units, more than zero. */
  readonly amount: bigint;
  /** Share of the receiver's balance just after this flow that it is, 0..1. */
  readonly inflowShare: number;
  /** kappa of the payer in this part: the share of what it pays that its balance covers, 0..1. */
  readonly covered: number;
  /** The receiver gave another asset in the transaction, by the nets of section 4. */
  readonly hasReceiverGiven: boolean;
  /** The payer received another asset in the transaction. */
  readonly hasPayerReceived: boolean;
  readonly reading: TransactionReading;
  /** Number of its part where an account of it passes money on, which step 3 of section 4 asks about; else null. */
  readonly part: number | null;
  /** Unix seconds. */
  readonly time: number;
}
