import type { NetworkId } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { AddressPart } from './address-table.ts';

/** What threads need to open the files that walks read. */
export interface WalkFiles {
  readonly dir: string;
  readonly network: NetworkId;
  /** Sets of labels, in the order of their slots. */
  readonly sets: readonly (readonly Label[])[];
  readonly addressParts: readonly AddressPart[];
  /** Whether transactions are kept: the version of the method asks for them. */
  readonly hasTransactions: boolean;
}

/** Names of the files that walks read. */
export const WALK_FILES = {
  ...{ accounts: 'accounts.rows', addresses: 'addresses.text', table: 'addresses.table', records: 'records.rows' },
  ...{ wide: 'wide.rows', transactions: 'transactions.text', spans: 'transactions.rows' },
} as const;
/** Bytes of an amount of 2^53 base units or more, big-endian. */
export const WIDE_BYTES = 32;
/** Bytes of where a transaction's text is: its first byte and its length, as doubles. */
export const SPAN_BYTES = 16;
