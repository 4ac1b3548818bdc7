import { decodeBase58 } from '../codecs/base58.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/** Solana: base58 of exactly 32 bytes (Solana documentation, "Accounts"); it carries no checksum. Canonical: the text. */
export function judgeSolana(address: string): AddressVerdict {
  if (address.length < 32) return refuse('Data too short');
  if (address.length > 44) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  return bytes.length === 32 ? accept(address, 'absent') : refuse('Unexpected length');
}
