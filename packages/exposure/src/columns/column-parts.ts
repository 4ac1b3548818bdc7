import type { NetworkId } from '@assay/domain';
import type { AddressParts } from './address-book.ts';
import type { LateRecordIndexParts } from './late-record-index.ts';
import type { TableParts } from './record-log.ts';
import type { TransactionIdParts } from './transaction-ids.ts';
import type { WideAmountParts } from './wide-amounts.ts';

/** All of a column store but its labels, as plain data over shared memory: for another thread, or for a file. */
export interface ColumnParts {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly firstPosition: number;
  readonly log: TableParts;
  readonly accounts: TableParts;
  readonly addresses: AddressParts;
  readonly transactions: TransactionIdParts;
  readonly amounts: WideAmountParts;
  readonly late: LateRecordIndexParts;
  /** Balances of 2^53 base units and more, by account. */
  readonly wideBalances: readonly (readonly [account: number, balance: bigint])[];
  readonly openings: readonly (readonly [account: number, balance: bigint])[];
}

/** A store would grow beyond its setting. Nothing was added. */
export class MemoryLimitError extends Error {
  readonly bytesNeeded: number;
  readonly bytesAllowed: number;

  constructor(bytesNeeded: number, bytesAllowed: number) {
    super(`The records need ${megabytes(bytesNeeded)} MB of memory; ${megabytes(bytesAllowed)} MB are allowed`);
    this.name = 'MemoryLimitError';
    this.bytesNeeded = bytesNeeded;
    this.bytesAllowed = bytesAllowed;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
