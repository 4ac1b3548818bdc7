import type { Direction, NodeId, TransactionRecord } from '../records/record.ts';
import type { FactsCache } from './facts.ts';
import type { WalkPace, WalkSettings } from './options.ts';
import type { TransactionCache } from './utxo-transactions.ts';

/** A transaction of the subject, its net amount and that amount's share of the direction. */
export interface StartTransaction {
  readonly transaction: TransactionRecord;
  readonly net: bigint;
  readonly weight: number;
}

/** What every round of one walk shares. */
export interface UtxoWalk {
  readonly direction: Direction;
  readonly subject: NodeId;
  readonly starts: readonly StartTransaction[];
  /** The subject's own history could not be read to its end, and the share of the direction that was not read. */
  readonly areStartsPartial: boolean;
  readonly unread: number;
  readonly transactions: TransactionCache;
  readonly readsAhead: boolean;
  readonly facts: FactsCache;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}
