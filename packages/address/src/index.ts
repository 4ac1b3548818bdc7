export { matchAssets } from './match-assets.ts';
export type {
  AddressKind,
  AddressVerdict,
  ChecksumState,
  InvalidAddress,
  InvalidReason,
  NetworkChoice,
  ValidAddress,
} from './result.ts';
export { MAX_ADDRESS_LENGTH, type ValidateAddressOptions, validateAddress } from './validate-address.ts';
