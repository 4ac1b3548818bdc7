import { decodeBase58 } from '../codecs/base58.ts';
import { bytesOfWords, readBech32 } from '../codecs/bech32.ts';
import { crc32 } from '../codecs/crc.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';

const MAX_SHELLEY_LENGTH = 128;
const MAX_BYRON_LENGTH = 160;
const HASH_BYTES = 28;

const PREFIXES = {
  addr: { networkId: 1, stake: false },
  stake: { networkId: 1, stake: true },
  addr_test: { networkId: 0, stake: false },
  stake_test: { networkId: 0, stake: true },
} as const;

/** Cardano: Shelley addresses in bech32 (CIP-19, longer than BIP-173 allows) or Byron addresses in base58. */
export function judgeCardano(address: string, network: NetworkChoice): AddressVerdict {
  const head = address.slice(0, 5).toLowerCase();
  return head.startsWith('addr') || head === 'stake' ? judgeShelley(address, network) : judgeByron(address);
}

/** CIP-19: header of type and network, then one or two 28-byte hashes or a pointer. Canonical: lower case. */
function judgeShelley(address: string, network: NetworkChoice): AddressVerdict {
  const text = readBech32(address, MAX_SHELLEY_LENGTH);
  if (!text.ok) return text;
  if (!Object.hasOwn(PREFIXES, text.prefix)) return refuse('Unknown prefix');
  const { networkId, stake } = PREFIXES[text.prefix as keyof typeof PREFIXES];
  if (network !== 'both' && (network === 'prod') !== (networkId === 1)) return refuse('Unknown prefix');
  if (text.checksum !== 'bech32') return refuse('Invalid checksum');
  const bytes = bytesOfWords(text.words);
  const header = bytes?.[0];
  if (bytes === undefined || header === undefined) return refuse('Invalid program');
  if ((header & 0x0f) !== networkId) return refuse('Unknown version');
  return hasShelleySize(header >> 4, bytes.length - 1, stake)
    ? accept(text.lowerCase, 'valid')
    : refuse('Invalid program');
}

/** Types 0 to 3 carry two hashes, 4 and 5 a hash and a pointer, 6 and 7 one hash, 14 and 15 a stake hash. */
function hasShelleySize(type: number, sizeBytes: number, stake: boolean): boolean {
  if (stake) return (type === 14 || type === 15) && sizeBytes === HASH_BYTES;
  if (type <= 3) return sizeBytes === 2 * HASH_BYTES;
  if (type <= 5) return sizeBytes >= HASH_BYTES + 3 && sizeBytes <= HASH_BYTES + 15;
  return type <= 7 && sizeBytes === HASH_BYTES;
}

/**
 * Byron: base58 of the CBOR array [24(payload), CRC-32 of the payload] (cardano-ledger, Byron address format). Base58
 * has one spelling: the text is canonical.
 */
function judgeByron(address: string): AddressVerdict {
  if (address.length > MAX_BYRON_LENGTH) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  // Array of two, tag 24, byte string with a one-byte length.
  if (bytes[0] !== 0x82 || bytes[1] !== 0xd8 || bytes[2] !== 0x18 || bytes[3] !== 0x58) return refuse('Unknown prefix');
  const end = 5 + (bytes[4] ?? 0);
  const checksum = readUnsigned(bytes.subarray(end));
  if (checksum === undefined) return refuse('Unexpected length');
  return crc32(bytes.subarray(5, end)) === checksum ? accept(address, 'valid') : refuse('Invalid checksum');
}

/** A CBOR unsigned integer of up to four bytes that fills the rest exactly (RFC 8949, 3.1). */
function readUnsigned(rest: Uint8Array): number | undefined {
  const head = rest[0];
  if (head === undefined) return undefined;
  if (head < 0x18) return rest.length === 1 ? head : undefined;
  const sizeBytes = head === 0x18 ? 1 : head === 0x19 ? 2 : head === 0x1a ? 4 : undefined;
  if (sizeBytes === undefined || rest.length !== 1 + sizeBytes) return undefined;
  return rest.subarray(1).reduce((number, byte) => number * 256 + byte, 0);
}
