import { FEE_SINK, ISSUER } from '@assay/exposure';

/**
 * Mint and burn addresses: nobody holds their keys, so money at them means 'issuer', whatever any list says. EVM: the
 * zero address and the customary `dead` one. Tron: the zero address in Base58Check. Solana: the incinerator.
 */
const ISSUER_ADDRESSES: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  '1nc1nerator11111111111111111111111111111111',
]);

/** The party an address stands for in the records: mint and burn addresses are all the one protected issuer. */
export function partyOf(canonicalAddress: string): string {
  return ISSUER_ADDRESSES.has(canonicalAddress) ? ISSUER : canonicalAddress;
}

export function roleOf(party: string): 'account' | 'fee' | 'issuer' {
  if (party === FEE_SINK) return 'fee';
  return party === ISSUER ? 'issuer' : 'account';
}
