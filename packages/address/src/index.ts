export { matchAssets } from './match-assets.ts';
export { findPasted, type PastedAddress, type PastedText, readPasted } from './read-pasted.ts';
export { type NamedTransaction, readTransaction } from './read-transaction.ts';
export { recogniseText } from './recognise-text.ts';
export type {
  AddressKind,
  AddressVerdict,
  ChecksumState,
  InvalidAddress,
  InvalidReason,
  NetworkChoice,
  ValidAddress,
} from './result.ts';
export type { SecretKind, TextFinding } from './secrets/finding.ts';
export { readTransactionId } from './transaction-id.ts';
export { type ValidateAddressOptions, validateAddress } from './validate-address.ts';
