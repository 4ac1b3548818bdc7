import type { RawInput, RawOutput, RawTransaction, RawTransfer } from '@assay/exposure';

/** Transfers of one asset in a transaction, in the order of records. */
export interface AssetTransfers {
  /** Contract or mint of the token as the network writes it; null for the network's own coin. */
  readonly contract: string | null;
  readonly transfers: readonly RawTransfer[];
}

/** What a confirmed transaction moved, in the shape of records. */
export type TransactionContent =
  | {
      readonly ledger: 'account';
      /** The network's own coin first; assets that nothing of was moved are left out. */
      readonly assets: readonly AssetTransfers[];
      /** False where the provider does not provide the inner transfers of the network's own coin. */
      readonly isWhole: boolean;
    }
  | { readonly ledger: 'utxo'; readonly transaction: RawTransaction };

/** What a transaction that waits for a block would move, as far as it says so itself. */
export interface PendingMove {
  /** As in `AssetTransfers`. */
  readonly contract: string | null;
  /** Null for a coin that is created; on UTXO networks each coin has one end only. */
  readonly from: string | null;
  readonly to: string | null;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * What a provider says of a transaction by its id. `provider` is the short stable name of the one that answered.
 * A provider that refuses or does not answer throws `SourceError`, as for every other request.
 */
export type SeenTransaction =
  | {
      readonly is: 'confirmed';
      readonly id: string;
      readonly block: number;
      /** Unix seconds of the block. */
      readonly time: number;
      readonly content: TransactionContent;
      readonly provider: string;
    }
  /** It is in no block yet, or in one that the network may still drop before it counts. */
  | {
      readonly is: 'pending';
      readonly id: string;
      readonly moves: readonly PendingMove[];
      /** Of UTXO networks: all that it would spend and create. */
      readonly coins?: { readonly inputs: readonly RawInput[]; readonly outputs: readonly RawOutput[] };
      readonly provider: string;
    }
  /** It is in a block and was undone: it moved nothing but its fee. */
  | {
      readonly is: 'failed';
      readonly id: string;
      readonly block: number;
      readonly time: number;
      readonly provider: string;
    }
  /** It will never be in a block: another one of the same inputs or nonce is, or was preferred. */
  | {
      readonly is: 'replaced';
      readonly id: string;
      /** The other one, where the provider names it. */
      readonly by: string | null;
      readonly provider: string;
    }
  /** The provider has no such transaction: it may never have been, or may have been dropped. */
  | { readonly is: 'unknown'; readonly id: string; readonly provider: string };

/** The records of a transaction: of a confirmed one, or those that a waiting one would be. */
export interface SeenRecords extends Omit<Extract<SeenTransaction, { is: 'confirmed' }>, 'is'> {
  /** It waits for a block, so that `block` is none, and `time` is that at which it was seen. */
  readonly isPending?: true;
}
