import { ACCOUNT_BYTES, ACCOUNT_CHUNK_BYTES } from './account-rows.ts';
import { CHUNK_BYTES, RECORD_BYTES } from './record-log.ts';

/** Bytes of a transaction id, and what an address takes in the dictionary, tables included. */
const TRANSACTION_BYTES = 32;
const ADDRESS_BYTES = 48;

/** The number of entries of a store, or of what is added to one. */
export interface ColumnSize {
  readonly transfers: number;
  readonly accounts: number;
  readonly transactions: number;
}

/** Bytes that a store of this size takes at most, tables that are not full included, wide amounts left out. */
export function bytesForSize({ transfers, accounts, transactions }: ColumnSize): number {
  return (
    Math.ceil((transfers * RECORD_BYTES) / CHUNK_BYTES) * CHUNK_BYTES +
    Math.ceil((accounts * ACCOUNT_BYTES) / ACCOUNT_CHUNK_BYTES) * ACCOUNT_CHUNK_BYTES +
    accounts * ADDRESS_BYTES +
    transactions * TRANSACTION_BYTES
  );
}
