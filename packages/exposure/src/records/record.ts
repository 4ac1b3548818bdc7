/**
 * Handles the walk uses instead of addresses and hashes. A store hands them out; they mean nothing outside it.
 * Safe integers beyond 2^32 are allowed (tests use ids above 2^21 and positions above 2^32).
 */
export type NodeId = number;

/**
 * Position of a record in its network's total order (block, transaction, kind, index, ordinal): larger is later, no two
 * records of one (network, asset) share one. Depends on the set of records only, never on the order they arrived in.
 */
export type Position = number;

/** `bwd` asks where money came from, `fwd` where it went. */
export type Direction = 'bwd' | 'fwd';

/** One transfer as the walk reads it on an account network; its ratios were fixed at append. */
export interface TransferRecord {
  readonly position: Position;
  readonly from: NodeId;
  readonly to: NodeId;
  /** Base units, more than zero. */
  readonly amount: bigint;
  /** a_e: share of the receiver's balance just after that this inflow is, 0..1. */
  readonly inflowShare: number;
  /** kappa_e: share of the amount the sender's known balance covers, 0..1. */
  readonly covered: number;
  /** phi_e: share of the sender's balance just before that leaves with this outflow, 0..1. */
  readonly outflowShare: number;
  /** Unix seconds. */
  readonly time: number;
}

/** One output of a transaction on a UTXO network. */
export interface OutputRecord {
  /** The transaction that created it. */
  readonly createdBy: NodeId;
  readonly index: number;
  /** The account (address) that owns it; null for an output nobody can be named for (data, non-standard). */
  readonly owner: NodeId | null;
  /** Base units. */
  readonly amount: bigint;
  /** The transaction that spends it, null while unspent in the stored records. */
  readonly spentBy: NodeId | null;
}

/** One transaction of a UTXO network. The fee is inputs minus outputs and is treated as one more output. */
export interface TransactionRecord {
  readonly node: NodeId;
  readonly position: Position;
  readonly time: number;
  readonly coinbase: boolean;
  /** As far as the records state signatures: one of them commits to no other input. */
  readonly isSignedBySeveral?: true;
  /** Outputs it spends, as far as they are known. */
  readonly inputs: readonly OutputRecord[];
  /** Number of inputs whose value is in no record; in sum it is what the outputs exceed the known inputs by. */
  readonly unknownInputs: number;
  readonly outputs: readonly OutputRecord[];
  /** Base units; null when unknown inputs make it unknowable. */
  readonly fee: bigint | null;
}
