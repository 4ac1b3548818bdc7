import { CURRENCIES } from '@assay/domain';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase58, decodeRippleBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { judge } from '../formats.ts';
import type { SecretKind } from './finding.ts';

const MAX_LENGTH = 115;
const CHECKSUM_BYTES = 4;
/** Version, 32 bytes of key, checksum; compressed keys have a byte 1 after the key. */
const WIF_BYTES = 1 + 32 + CHECKSUM_BYTES;
/** BIP-32: version (4), depth, parent (4), number (4), chain code (32), key (33). */
const EXTENDED_BYTES = 78 + CHECKSUM_BYTES;
const EXTENDED_KEY_START = 45;
/** `prv` in its prefix, or the `pv` of SLIP-132's other coins; shorter texts are cut-off keys. */
const EXTENDED_PREFIX = /^(?:[A-Za-z]{0,3}prv[A-Za-z0-9]{40,}|(?:Lt|Mt|tt|dg|Jt|xp)pv[A-Za-z0-9]{90,})$/;

/** Formats that begin with letters of their own, whatever their checksum says. */
const NAMED: readonly (readonly [RegExp, SecretKind])[] = [
  // Tezos: ed25519, secp256k1, P-256 and BLS keys; an `e` before `sk` marks the encrypted form.
  [/^(?:edesk|spesk|p2esk)[A-Za-z0-9]{40,}$/, 'encrypted key'],
  [/^(?:edsk|spsk|p2sk|BLsk)[A-Za-z0-9]{40,}$/, 'private key'],
  // Antelope (EOS), "private key formats".
  [/^PVT_(?:K1|R1|WA)_[A-Za-z0-9]{40,}$/, 'private key'],
  // Stellar SEP-23: seeds are version 18 << 3, which makes the text begin with S. No account begins so.
  [/^S[A-Z2-7]{55}$/, 'private key'],
];

/**
 * The secret that a single word of base58 (or of Stellar's base32) encodes, by structure: version bytes of any coin
 * count, because the lengths alone distinguish a key from an address. A key with a wrong checksum is still a key: it is
 * mistyped, and the rest of it can be found by trying. A text that an address format with a checksum accepts is not.
 *
 * @param word letters, digits and underscores; words longer than a key can be are ignored.
 */
export function base58Key(word: string): SecretKind | null {
  if (EXTENDED_PREFIX.test(word) && hasBothCases(word)) return 'extended private key';
  for (const [pattern, kind] of NAMED) if (pattern.test(word)) return kind;
  if (word.length > MAX_LENGTH || word.length < 22) return null;
  const kind = keyOfBytes(word) ?? miniKey(word) ?? rippleSeed(word) ?? steemPassword(word);
  if (kind === null || kind.isCertain) return kind?.kind ?? null;
  return hasBothCases(word) && !isCheckedAddress(word) ? kind.kind : null;
}

interface Guess {
  readonly kind: SecretKind;
  /** The checksum is right. */
  readonly isCertain: boolean;
}

function keyOfBytes(word: string): Guess | null {
  const bytes = decodeBase58(word);
  if (bytes === undefined) return null;
  const guess = (kind: SecretKind): Guess => ({ kind, isCertain: hasChecksum(bytes) });
  const { length } = bytes;
  if (length === EXTENDED_BYTES && bytes[EXTENDED_KEY_START] === 0) return guess('extended private key');
  // BIP-38: 0x0142 and 0x0143.
  if (length === 39 + CHECKSUM_BYTES && bytes[0] === 1 && (bytes[1] === 0x42 || bytes[1] === 0x43)) {
    return guess('encrypted key');
  }
  const isCompressed = length === WIF_BYTES + 1 && bytes[33] === 1;
  if (length === WIF_BYTES || isCompressed) {
    const found = guess('private key');
    // Coins put 128 or more before their keys. Below that only a right checksum says that it is one.
    return found.isCertain || (bytes[0] ?? 0) >= 128 ? found : null;
  }
  // Decred (`chaincfg`: 0x22DE, 0x22FE, 0x2307, 0x230E, then the kind of signature) and Zcash's Sprout spending keys.
  const isDecred = length === 2 + 1 + 32 + CHECKSUM_BYTES && (bytes[0] === 0x22 || bytes[0] === 0x23);
  if (isDecred || (length === 2 + 32 + CHECKSUM_BYTES && bytes[0] === 0xab)) {
    const found = guess('private key');
    return found.isCertain ? found : null;
  }
  return null;
}

function hasChecksum(bytes: Uint8Array): boolean {
  return Object.values(CHECKSUM_HASHES).some((hash) => endsWithChecksum(bytes, hash));
}

/** Casascius' mini private keys: S and 21, 25 or 29 characters; their hash with a question mark begins with 0. */
function miniKey(word: string): Guess | null {
  if (!/^S[1-9A-HJ-NP-Za-km-z]+$/.test(word) || ![22, 26, 30].includes(word.length)) return null;
  const isCertain = sha256(utf8ToBytes(`${word}?`))[0] === 0;
  return isCertain || word.length === 30 ? { kind: 'private key', isCertain } : null;
}

/** XRP Ledger family seeds: 0x21 and 16 bytes (`s…`), or 0x01E14B and 16 bytes (`sEd…`). */
function rippleSeed(word: string): Guess | null {
  if (!word.startsWith('s') || word.length > 31) return null;
  const bytes = decodeRippleBase58(word);
  if (bytes === undefined) return null;
  const isSeed =
    (bytes.length === 21 && bytes[0] === 0x21) ||
    (bytes.length === 23 && bytes[0] === 0x01 && bytes[1] === 0xe1 && bytes[2] === 0x4b);
  return isSeed ? { kind: 'private key', isCertain: endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) } : null;
}

/** Steem and Hive write P before a key in import format. */
function steemPassword(word: string): Guess | null {
  return word.startsWith('P5') && word.length === 52 ? keyOfBytes(word.slice(1)) : null;
}

/** Account names are lower case; keys of these lengths never are. */
function hasBothCases(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word);
}

function isCheckedAddress(word: string): boolean {
  return CURRENCIES.some(({ rules }) => {
    const verdict = judge(word, rules, 'both');
    return verdict.ok && verdict.checksum === 'valid';
  });
}
