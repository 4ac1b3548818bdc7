import type { TronRules } from '@assay/domain';
import { decodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';
import { ownFactsFor } from './_network.ts';

/**
 * Tron: base58 check of 21 bytes, the first of which names the network (0x41 in production), as in the protocol's
 * "Address" section. The 41-hex form is not accepted. Base58 has one spelling: the text is canonical.
 */
export function judgeTron(address: string, rules: TronRules, network: NetworkChoice): AddressVerdict {
  if (address.length > 36) return refuse('Unexpected length');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== 25) return refuse('Unexpected length');
  const version = bytes[0] ?? -1;
  if (!ownFactsFor(rules.versions, network).flat().includes(version)) return refuse('Unknown version');
  return endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) ? accept(address, 'valid') : refuse('Invalid checksum');
}
