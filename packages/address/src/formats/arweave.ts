import { type AddressVerdict, accept, refuse } from '../result.ts';

/** Arweave: a SHA-256 in unpadded base64url, so 43 characters without checksum (Arweave "Wallet address"). */
export function judgeArweave(address: string): AddressVerdict {
  if (address.length !== 43) return refuse('Unexpected length');
  // 43 characters hold two bits more than 32 bytes: the last one can only end in 00.
  return /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(address)
    ? accept(address, 'absent')
    : refuse('Unknown character');
}
