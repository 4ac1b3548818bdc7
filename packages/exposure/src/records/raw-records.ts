import { compareText } from './compare-text.ts';

/** What importers hand to a store, and the one total order of records (docs/method, section 2). */

/** Address text of the sink every network fee goes to. */
export const FEE_SINK = 'fee';

/** Address text of the protected mint and burn party. */
export const ISSUER = 'issuer';

/** Kinds in the order they happen inside one transaction. */
export const TRANSFER_KINDS = ['fee', 'native', 'internal', 'token'] as const;

export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** One transfer on an account network as its source reports it. */
export interface RawTransfer {
  readonly block: number;
  /** Index of the transaction in its block; null where the source gives none. */
  readonly transactionIndex: number | null;
  readonly transactionId: string;
  readonly kind: TransferKind;
  /** Log or trace index inside its block or transaction; null where the source gives none. */
  readonly index: number | null;
  /** Distinguishes records that agree in everything else. */
  readonly ordinal: number;
  /** Canonical address, or `fee` or `issuer`. */
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly time: number;
}

/** An output a transaction spends. */
export interface RawInput {
  /** Transaction that created it, and its index there. */
  readonly transactionId: string;
  readonly index: number;
  /** Null where the source does not provide it; a store looks it up in its own records. */
  readonly owner: string | null;
  readonly amount: bigint | null;
}

export interface RawOutput {
  readonly index: number;
  /** Canonical address; null for an output nobody can be named for. */
  readonly owner: string | null;
  readonly amount: bigint;
}

/** One transaction on a UTXO network as its source reports it. */
export interface RawTransaction {
  readonly transactionId: string;
  readonly block: number;
  readonly transactionIndex: number | null;
  /** Unix seconds. */
  readonly time: number;
  readonly coinbase: boolean;
  /** A signature of an input commits to no other input; absent where none does or the source states no signatures. */
  readonly isSignedBySeveral?: true;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
}

/**
 * Whether a transfer is a record at all: zero amounts and self transfers are none (docs/method, section 2).
 *
 * @example
 * isRecord({ from: 'a', to: 'a', amount: 5n }); // false
 */
export function isRecord(transfer: Pick<RawTransfer, 'from' | 'to' | 'amount'>): boolean {
  return transfer.amount > 0n && transfer.from !== transfer.to;
}

/**
 * The total order of transfers (docs/method, section 2): block, transaction, kind, index; where the source gives no
 * index, sender, receiver, amount and ordinal decide. A given index comes before a missing one. Returns a negative
 * number when `a` comes first, positive when `b` does, 0 only for two that agree in every part of the key.
 *
 * @example
 * transfers.toSorted(compareTransfers);
 */
export function compareTransfers(a: RawTransfer, b: RawTransfer): number {
  return (
    a.block - b.block ||
    compareIndexes(a.transactionIndex, b.transactionIndex) ||
    compareText(a.transactionId, b.transactionId) ||
    TRANSFER_KINDS.indexOf(a.kind) - TRANSFER_KINDS.indexOf(b.kind) ||
    compareIndexes(a.index, b.index) ||
    (a.index === null ? compareEnds(a, b) : a.ordinal - b.ordinal || compareEnds(a, b))
  );
}

/**
 * The total order of transactions of a UTXO network: block, index in the block, id.
 *
 * @example
 * transactions.toSorted(compareTransactions);
 */
export function compareTransactions(
  a: Pick<RawTransaction, 'block' | 'transactionIndex' | 'transactionId'>,
  b: Pick<RawTransaction, 'block' | 'transactionIndex' | 'transactionId'>,
): number {
  return (
    a.block - b.block ||
    compareIndexes(a.transactionIndex, b.transactionIndex) ||
    compareText(a.transactionId, b.transactionId)
  );
}

function compareEnds(a: RawTransfer, b: RawTransfer): number {
  return (
    compareText(a.from, b.from) ||
    compareText(a.to, b.to) ||
    (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0) ||
    a.ordinal - b.ordinal
  );
}

function compareIndexes(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a - b;
}
