export { matchAssets } from './match-assets.ts';
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
export { MAX_ADDRESS_LENGTH, type ValidateAddressOptions, validateAddress } from './validate-address.ts';
