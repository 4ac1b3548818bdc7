import type { BitcoinRules } from '@assay/domain';
import { decodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressKind, type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';
import { listsFor, ownFactsFor } from './_network.ts';
import { judgeSegwit } from './segwit.ts';

const HASH_BYTES = 20;
const CHECKSUM_BYTES = 4;
/** 26 bytes make at most 36 base58 characters. */
const MAX_BASE58_LENGTH = 36;

/**
 * Bitcoin and its relatives: segwit where the text begins with the currency's prefix for it, else base58 check. Base58
 * can begin with the same letters (`Qc1…` of Qtum), so a text that is no segwit address is judged as base58 too.
 */
export function judgeBitcoin(address: string, rules: BitcoinRules, network: NetworkChoice): AddressVerdict {
  const prefix = segwitPrefixOf(address, rules, network);
  if (prefix === undefined) return judgeBase58Check(address, rules, network);
  const segwit = judgeSegwit(address, prefix);
  if (segwit.ok) return segwit;
  const base58 = judgeBase58Check(address, rules, network);
  return base58.ok ? base58 : segwit;
}

function segwitPrefixOf(address: string, rules: BitcoinRules, network: NetworkChoice): string | undefined {
  if (rules.segwitPrefixes === undefined) return undefined;
  return ownFactsFor(rules.segwitPrefixes, network).find(
    (prefix) => address.charAt(prefix.length) === '1' && address.slice(0, prefix.length).toLowerCase() === prefix,
  );
}

/**
 * Base58 check: version bytes, 20 bytes of hash, four bytes of checksum (Bitcoin's `base58.cpp`); 25 bytes in all, 26
 * with two version bytes. Base58 has one spelling, so the text is its own canonical form.
 */
export function judgeBase58Check(address: string, rules: BitcoinRules, network: NetworkChoice): AddressVerdict {
  if (rules.textLength !== undefined && address.length !== rules.textLength) return refuse('Unexpected length');
  if (address.length > MAX_BASE58_LENGTH) return refuse('Unexpected length');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  const expectedLength = rules.expectedLength ?? 25;
  if (bytes.length !== expectedLength) return refuse('Unexpected length');
  let version = 0;
  for (let i = 0; i < expectedLength - HASH_BYTES - CHECKSUM_BYTES; i++) version = version * 256 + (bytes[i] ?? 0);
  const kind = kindOfVersion(rules, version, network);
  if (kind === undefined) return refuse('Unknown version');
  if (!endsWithChecksum(bytes, CHECKSUM_HASHES[rules.hash ?? 'sha256x2'])) return refuse('Invalid checksum');
  return accept(address, 'valid', kind);
}

/** The first version of a network's list pays to a public key hash, the others to a script. */
function kindOfVersion(rules: BitcoinRules, version: number, network: NetworkChoice): AddressKind | undefined {
  for (const versions of listsFor(rules.versions, network)) {
    const at = versions.indexOf(version);
    if (at !== -1) return at === 0 ? 'p2pkh' : 'p2sh';
  }
  return undefined;
}
