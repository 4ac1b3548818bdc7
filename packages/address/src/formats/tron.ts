import type { TronRules } from '@assay/domain';
import { decodeBase58, encodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';
import { ownFactsFor } from './_network.ts';

/** 21 bytes in hexadecimal digits, as nodes and explorers write them, with or without `0x`. */
const HEX = /^(?:0x)?([0-9a-f]{42})$/i;

/**
 * Tron: base58 check of 21 bytes, the first of which names the network (0x41 in production), as in the protocol's
 * "Address" section. The same bytes in hexadecimal digits, which carry no checksum, are accepted too (decision 0139).
 * Canonical: the base58 text.
 */
export function judgeTron(address: string, rules: TronRules, network: NetworkChoice): AddressVerdict {
  const hex = HEX.exec(address)?.[1];
  if (hex !== undefined) return judgeHex(hex, rules, network);
  if (address.length > 36) return refuse('Unexpected length');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== 25) return refuse('Unexpected length');
  const version = bytes[0] ?? -1;
  if (!ownFactsFor(rules.versions, network).flat().includes(version)) return refuse('Unknown version');
  return endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) ? accept(address, 'valid') : refuse('Invalid checksum');
}

function judgeHex(hex: string, rules: TronRules, network: NetworkChoice): AddressVerdict {
  const text = new Uint8Array(25);
  for (let i = 0; i < 21; i++) text[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  if (
    !ownFactsFor(rules.versions, network)
      .flat()
      .includes(text[0] ?? -1)
  )
    return refuse('Unknown version');
  text.set(CHECKSUM_HASHES.sha256x2(text.subarray(0, 21)).subarray(0, 4), 21);
  return accept(encodeBase58(text), 'absent');
}
