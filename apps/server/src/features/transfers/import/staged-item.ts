import type { NetworkId } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';

/** What a row comes to. Time null waits for the time of its block. */
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
  /** Understood, and of no use: a token that is not in the catalogue. */
  | { readonly what: 'unknown-token'; readonly contract: string };

/** What one file tells of an EVM transaction; undefined is 'this file does not say'. */
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

/** Reads one file's rows; made anew for each file, because some rows only mean something in their order. */
export type RowMapper = (fields: Readonly<Record<string, unknown>>) => readonly StagedItem[];
