import type { MoneroRules } from '@assay/domain';
import { decodeMoneroBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';
import { ownFactsFor } from './_network.ts';

/** Two public keys and the checksum; an integrated address carries 8 bytes of payment id besides. */
const KEYS_AND_CHECKSUM_BYTES = 68;
const PAYMENT_ID_BYTES = 8;

/**
 * CryptoNote addresses: a varint prefix that names network and type, spend and view key, the first four bytes of the
 * Keccak-256 over them (CryptoNote standard 007). Monero: 95 characters standard and sub-address, 106 integrated.
 * Whether the keys are points of the curve is not looked at. Base58 has one spelling: the text is canonical.
 */
export function judgeMonero(address: string, rules: MoneroRules, network: NetworkChoice): AddressVerdict {
  if (address.length < 95) return refuse('Data too short');
  if (address.length > 109) return refuse('Exceeds length limit');
  const bytes = decodeMoneroBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  const { prefix, sizeBytes } = readVarint(bytes);
  const rest = bytes.length - sizeBytes;
  const allowed =
    rest === KEYS_AND_CHECKSUM_BYTES
      ? [...ownFactsFor(rules.standard, network), ...ownFactsFor(rules.subAddress, network)]
      : rest === KEYS_AND_CHECKSUM_BYTES + PAYMENT_ID_BYTES
        ? ownFactsFor(rules.integrated, network)
        : undefined;
  if (allowed === undefined) return refuse('Unexpected length');
  if (!allowed.flat().includes(prefix)) return refuse('Unknown version');
  return endsWithChecksum(bytes, CHECKSUM_HASHES.keccak256) ? accept(address, 'valid') : refuse('Invalid checksum');
}

/** Little-endian groups of seven bits; prefixes need three at most. */
function readVarint(bytes: Uint8Array): { prefix: number; sizeBytes: number } {
  let prefix = 0;
  for (let i = 0; i < 3; i++) {
    const byte = bytes[i] ?? 0;
    prefix |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return { prefix, sizeBytes: i + 1 };
  }
  return { prefix: -1, sizeBytes: 3 };
}
