import type { BitcoinRules } from '@assay/domain';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBase58 } from '../codecs/base58.ts';
import { bytesOfWords } from '../codecs/bech32.ts';
import { encodeCashAddr, readCashAddr } from '../codecs/cash-addr.ts';
import { type AddressKind, type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';
import { ownFactsFor } from './_network.ts';
import { judgeBase58Check } from './bitcoin.ts';

/** 20 bytes of hash with their version byte make 34 words; eight more are the checksum. */
const PAYLOAD_LENGTH = 42;
/** The same of 32 bytes: scripts by their double SHA-256 (CHIP-2022-05 P2SH32). */
const LONG_PAYLOAD_LENGTH = 61;
/** Version bytes: what is paid to, whether it can take tokens (CHIP-2022-02 CashTokens: `z` and `r`), length of the hash. */
const WITH_TOKENS = 16;
const SCRIPT = 8;
const HASH_OF_32 = 3;

/**
 * CashAddr: an optional prefix and colon, then 42 characters that begin with q or p (Bitcoin SV: q), checked by the
 * 40-bit code of the CashAddr specification; no mixed case. Legacy base58 is accepted for Bitcoin SV and refused for
 * Bitcoin Cash itself. The specification does not look at the version byte of these, so neither does this.
 *
 * Where the network has them, 61 characters that begin with p (a script by a hash of 32 bytes), and the spellings that
 * begin with z and r, which say that the wallet takes tokens, are accepted too, by their version byte (decision 0139).
 *
 * Canonical: lower case with prefix, without the mark for tokens, so that both spellings are one account; for Bitcoin SV, which writes base58 today, the base58 text of the same hash.
 */
export function judgeBitcoinCash(address: string, rules: BitcoinRules, network: NetworkChoice): AddressVerdict {
  const cashAddr = rules.cashAddr;
  const colon = address.indexOf(':');
  const payloadLength = address.length - colon - 1;
  if (cashAddr?.legacy === true && colon === -1 && payloadLength !== PAYLOAD_LENGTH) {
    return judgeBase58Check(address, rules, network);
  }
  const isLong = payloadLength === LONG_PAYLOAD_LENGTH && cashAddr?.hasFurther === true;
  if (cashAddr === undefined || !(payloadLength === PAYLOAD_LENGTH || isLong)) return refuse('Unexpected length');
  const lowerCase = address.toLowerCase();
  if (address !== lowerCase && address !== address.toUpperCase()) return refuse('Mixed-case string');
  const payload = lowerCase.slice(colon + 1);
  const first = payload.charAt(0);
  const isFurther = cashAddr.hasFurther === true && (isLong || 'zr'.includes(first));
  if (!isFurther && !cashAddr.startsWith.includes(first)) return refuse('Unknown version');

  const prefixes = ownFactsFor(cashAddr.prefixes, network);
  const candidates = colon === -1 ? prefixes : prefixes.filter((prefix) => lowerCase.slice(0, colon) === prefix);
  if (candidates.length === 0) return refuse('Unknown prefix');
  for (const prefix of candidates) {
    const words = readCashAddr(prefix, payload);
    if (words === undefined) return refuse('Unknown character');
    if (words === 'mismatch') continue;
    if (isFurther) return judgeFurther(words, prefix);
    const kind: AddressKind = first === 'q' ? 'p2pkh' : 'p2sh';
    const canonical = cashAddr.legacy ? legacyText(words, rules, prefix) : undefined;
    return accept(canonical ?? `${prefix}:${payload}`, 'valid', kind);
  }
  return refuse('Invalid checksum');
}

/** By the version byte, whose spellings with and without tokens are one account. */
function judgeFurther(words: Uint8Array, prefix: string): AddressVerdict {
  const bytes = bytesOfWords(words);
  const version = bytes?.[0];
  if (bytes === undefined || version === undefined) return refuse('Invalid program');
  const plain = version & ~WITH_TOKENS;
  const isKnown = bytes.length === 33 ? plain === (SCRIPT | HASH_OF_32) : plain === 0 || plain === SCRIPT;
  if (!isKnown) return refuse('Unknown version');
  const canonical = encodeCashAddr(prefix, Uint8Array.of(plain, ...bytes.subarray(1)));
  return accept(canonical, 'valid', plain === 0 ? 'p2pkh' : 'p2sh');
}

/** Base58 text of the hash in a CashAddr payload; undefined when the payload is not a plain 20-byte hash. */
function legacyText(words: Uint8Array, rules: BitcoinRules, prefix: string): string | undefined {
  const bytes = bytesOfWords(words);
  if (bytes === undefined || bytes.length !== 21 || bytes[0] !== 0) return undefined;
  const versions = rules.cashAddr?.prefixes.testnet === prefix ? rules.versions.testnet : rules.versions.prod;
  const version = versions?.[0];
  if (version === undefined) return undefined;
  const text = new Uint8Array(25);
  text.set(bytes);
  text[0] = version;
  text.set(sha256(sha256(text.subarray(0, 21))).subarray(0, 4), 21);
  return encodeBase58(text);
}
