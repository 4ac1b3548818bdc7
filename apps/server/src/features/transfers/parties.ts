import { isProtectedAddress, type NetworkId } from '@assay/domain';
import { FEE_SINK, ISSUER } from '@assay/exposure';

/** The party an address stands for in the records: mint and burn addresses are all the one protected issuer. */
export function partyOf(network: NetworkId, canonicalAddress: string): string {
  return isProtectedAddress(network, canonicalAddress) ? ISSUER : canonicalAddress;
}

export function roleOf(party: string): 'account' | 'fee' | 'issuer' {
  if (party === FEE_SINK) return 'fee';
  return party === ISSUER ? 'issuer' : 'account';
}
