import { isProtectedAddress, type NetworkId } from '@assay/domain';
import { FEE_SINK, ISSUER } from '@assay/exposure';

/** The party that an address means in the records: all mint and burn addresses mean the one protected issuer. */
export function partyOf(network: NetworkId, canonicalAddress: string): string {
  return isProtectedAddress(network, canonicalAddress) ? ISSUER : canonicalAddress;
}

export function roleOf(party: string): 'account' | 'fee' | 'issuer' {
  if (party === FEE_SINK) return 'fee';
  return party === ISSUER ? 'issuer' : 'account';
}
