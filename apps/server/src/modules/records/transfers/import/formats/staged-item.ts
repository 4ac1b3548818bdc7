import type { NetworkId } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';

/** The content of a row. A null time is filled in when the time of the block is known. */
export type StagedItem =
  | {
      readonly what: 'transfer';
      readonly network: NetworkId;
      readonly ticker: string;
      readonly time: number | null;
      readonly transfer: Omit<RawTransfer, 'time'>;
    }
  | {
      readonly what: 'opening';
      readonly network: NetworkId;
      readonly ticker: string;
      readonly address: string;
      readonly amount: bigint;
    }
  | { readonly what: 'coins'; readonly network: NetworkId; readonly transaction: RawTransaction }
  | { readonly what: 'evm-block'; readonly network: NetworkId; readonly number: number; readonly time: number }
  | { readonly what: 'evm-transaction'; readonly network: NetworkId; readonly facts: EvmFacts }
  | { readonly what: 'evm-contract'; readonly network: NetworkId; readonly address: string }
  /** Valid, but not stored: a token that is not in the catalogue. */
  | { readonly what: 'unknown-token'; readonly contract: string };

/** What one file states about an EVM transaction; undefined means that this file does not state it. */
export interface EvmFacts {
  readonly hash: string;
  readonly block: number;
  readonly transactionIndex: number;
  readonly from?: string;
  /** Null for a contract creation whose contract this file does not name. */
  readonly to?: string | null;
  readonly value?: bigint;
  readonly gasPrice?: bigint;
  readonly gasUsed?: bigint;
  readonly effectiveGasPrice?: bigint;
  /** 1 succeeded, 0 failed. */
  readonly status?: number;
  readonly contract?: string;
  readonly hasReceipt?: true;
  readonly hasTraces?: true;
}

/** Reads the rows of one file; each file gets a new mapper, because the meaning of some rows depends on their order. */
export type RowMapper = (fields: Readonly<Record<string, unknown>>) => readonly StagedItem[];
