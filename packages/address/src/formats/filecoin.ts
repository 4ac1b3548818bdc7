import { blake2b } from '@noble/hashes/blake2.js';
import { base32nopad } from '@scure/base';
import { equalBytes } from '../codecs/hash.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';

/** Payload sizes of protocols 1 (secp256k1), 2 (actor) and 3 (BLS). */
const PAYLOAD_BYTES: Readonly<Record<string, number>> = { 1: 20, 2: 20, 3: 48 };
/** Protocol 4 names the actor whose namespace it is: the Ethereum one is 10. */
const ETHEREUM_ACTOR = '410f';

/**
 * Filecoin: network letter (f, t), protocol digit, then an id (protocol 0) or lower-case base32 of payload and a 4-byte
 * BLAKE2b checksum over protocol and payload (Filecoin specification, "Address"). Canonical: the text.
 */
export function judgeFilecoin(address: string, network: NetworkChoice): AddressVerdict {
  const letter = address.charAt(0);
  const letters = network === 'both' ? 'ft' : network === 'prod' ? 'f' : 't';
  if (address.length < 3) return refuse('Data too short');
  if (!letters.includes(letter)) return refuse('Unknown prefix');
  const protocol = address.charAt(1);
  if (protocol === '0') {
    return /^[0-9]{1,20}$/.test(address.slice(2)) ? accept(address, 'absent') : refuse('Unknown character');
  }
  const isDelegated = address.startsWith(ETHEREUM_ACTOR, 1);
  const size = isDelegated ? 20 : PAYLOAD_BYTES[protocol];
  if (size === undefined) return refuse('Unknown version');
  const text = address.slice(isDelegated ? 5 : 2);
  if (text.length !== Math.ceil(((size + 4) * 8) / 5)) return refuse('Unexpected length');
  if (!/^[a-z2-7]+$/.test(text)) return refuse('Non-base character');
  const bytes = decodeBase32(text.toUpperCase());
  if (bytes === undefined) return refuse('Invalid program');
  const head = isDelegated ? [4, 10] : [Number(protocol)];
  const hashed = Uint8Array.from([...head, ...bytes.subarray(0, size)]);
  const matches = equalBytes(blake2b(hashed, { dkLen: 4 }), bytes.subarray(size));
  return matches ? accept(address, 'valid') : refuse('Invalid checksum');
}

function decodeBase32(text: string): Uint8Array | undefined {
  try {
    return base32nopad.decode(text);
  } catch {
    // Left-over bits that are set: the decoder says so only by exception.
    return undefined;
  }
}
