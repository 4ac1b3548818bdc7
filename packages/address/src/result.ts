import type { AddressNetwork } from '@assay/domain';

/**
 * What an address pays to. Formats without kinds of their own are `address`; `p2w-unknown` is a witness program of a
 * version that has no meaning yet (BIP-173: versions 2 to 16).
 */
export type AddressKind = 'address' | 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2w-unknown';

/**
 * Why a text is no address of a currency. A screen shows one fixed sentence for all of them; the reason is for logs,
 * the command line and tests.
 */
export type InvalidReason =
  | 'Not text'
  | 'Data too short'
  | 'Exceeds length limit'
  | 'Unexpected length'
  | 'Unknown character'
  | 'Non-base character'
  | 'Mixed-case string'
  | 'Unknown prefix'
  | 'Unknown version'
  | 'Invalid program'
  | 'Invalid checksum';

/** `absent`: the format, or this spelling of it, carries none. `mismatch`: valid by the rule, but worth a warning. */
export type ChecksumState = 'valid' | 'absent' | 'mismatch';

export interface ValidAddress {
  readonly ok: true;
  readonly kind: AddressKind;
  /** The one text under which this account is stored: two spellings of an address share it. */
  readonly canonical: string;
  readonly checksum: ChecksumState;
}

export interface InvalidAddress {
  readonly ok: false;
  readonly reason: InvalidReason;
}

export type AddressVerdict = ValidAddress | InvalidAddress;

/** `both` accepts production and test addresses alike. */
export type NetworkChoice = AddressNetwork | 'both';

export function accept(canonical: string, checksum: ChecksumState, kind: AddressKind = 'address'): ValidAddress {
  return { ok: true, kind, canonical, checksum };
}

export function refuse(reason: InvalidReason): InvalidAddress {
  return { ok: false, reason };
}
