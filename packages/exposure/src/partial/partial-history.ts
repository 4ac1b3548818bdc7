import type { Label } from '../labels/label.ts';
import type { RawTransfer } from '../records/raw-records.ts';

/**
 * The stored part of one account's history on an account network: every record from one second to another, and the
 * balance it began with (docs/method, section 2).
 */
export interface PartialHistory {
  readonly account: string;
  /** Records of the account; those outside the range are passed over. */
  readonly transfers: readonly RawTransfer[];
  /** First stored second; null from the account's beginning. */
  readonly from: number | null;
  /** Last stored second; null to where everything ends. */
  readonly until: number | null;
  /** Balance just before the first stored record, base units; null where it is not known. */
  readonly opening: bigint | null;
  /** Distinct counterparties a provider counts; null where none does. */
  readonly counterparties: number | null;
  readonly isContract: boolean;
  /** False where the provider does not provide parts of the history, such as internal transfers. */
  readonly isWhole: boolean;
  /** What the records not stored sum to, as far as known; base units. */
  readonly unread: { readonly received: bigint; readonly sent: bigint };
}

/** Which end of an account's history is missing: records before the stored ones, or after. */
export type MissingSide = 'older' | 'newer';

/** Given labels of addresses, in the order asked. */
export type LabelsOf = (addresses: readonly string[]) => Promise<readonly (readonly Label[])[]>;
