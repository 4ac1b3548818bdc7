import type { Label } from './label.ts';
import type { RawTransfer } from './raw-records.ts';

/**
 * What is held of one account's history on an account network: every record from one second to another, and the
 * balance it began with (docs/method, section 2).
 */
export interface HeldHistory {
  readonly account: string;
  /** Records of the account; those outside the range are passed over. */
  readonly transfers: readonly RawTransfer[];
  /** First second held; null from the account's beginning. */
  readonly from: number | null;
  /** Last second held; null to where everything ends. */
  readonly until: number | null;
  /** Balance just before the first record held, base units; null where nobody knows. */
  readonly opening: bigint | null;
  /** Distinct counterparties a provider counts; null where none does. */
  readonly counterparties: number | null;
  readonly isContract: boolean;
  /** False where the provider cannot tell parts of the history, such as internal transfers. */
  readonly isWhole: boolean;
  /** What the records not held come to, as far as anybody tells; base units. */
  readonly unread: { readonly received: bigint; readonly sent: bigint };
}

/** Which end of an account's history is missing: records before what is held, or after. */
export type MissingSide = 'older' | 'newer';

/** Given labels of addresses, in the order asked. */
export type LabelsOf = (addresses: readonly string[]) => Promise<readonly (readonly Label[])[]>;
