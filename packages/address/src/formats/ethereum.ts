import type { EthereumRules } from '@assay/domain';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOfWords, readBech32 } from '../codecs/bech32.ts';
import { encodeHex } from '../codecs/hex.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const TEXT_LENGTH = 42;

/**
 * Ethereum accounts: `0x` and 40 hex digits. All lower or all upper case carries no checksum; mixed case must follow
 * the casing of EIP-55 (EIP-1191 where the chain's number is mixed in). Canonical: lower case.
 */
export function judgeEthereum(address: string, rules: EthereumRules): AddressVerdict {
  // `0X` is how some programs write the prefix (decision 0139); the specification has `0x`.
  if (address.startsWith('0X')) return judgeEthereum(`0x${address.slice(2)}`, rules);
  if (!address.startsWith('0x')) {
    return rules.bech32 === undefined ? refuse('Unknown prefix') : judgeBech32(address, rules.bech32);
  }
  if (address.length !== TEXT_LENGTH) return refuse('Unexpected length');
  let lower = 0;
  let upper = 0;
  for (let i = 2; i < TEXT_LENGTH; i++) {
    const code = address.charCodeAt(i);
    if (code >= 0x61 && code <= 0x66) lower++;
    else if (code >= 0x41 && code <= 0x46) upper++;
    else if (code < 0x30 || code > 0x39) return refuse('Unknown character');
  }
  const canonical = upper === 0 ? address : address.toLowerCase();
  if (lower === 0 || upper === 0) return accept(canonical, 'absent');
  return hasChecksumCasing(address, canonical, rules) ? accept(canonical, 'valid') : refuse('Invalid checksum');
}

/** EIP-55: a letter is upper case where the hash of the lower-case text has a nibble of 8 or more. */
function hasChecksumCasing(address: string, lowerCase: string, rules: EthereumRules): boolean {
  const { chainId, invertedCasing = false } = rules;
  const hashed = chainId === undefined ? lowerCase.slice(2) : `${chainId}${lowerCase}`;
  const bytes = new Uint8Array(hashed.length);
  for (let i = 0; i < hashed.length; i++) bytes[i] = hashed.charCodeAt(i);
  const hash = keccak_256(bytes);
  for (let i = 2; i < TEXT_LENGTH; i++) {
    const code = address.charCodeAt(i);
    if (code <= 0x39) continue;
    const byte = hash[(i - 2) >> 1] ?? 0;
    const nibble = i % 2 === 0 ? byte >> 4 : byte & 0x0f;
    const isUpper = code <= 0x46;
    const expectsUpper = nibble >= 8 !== invertedCasing;
    if (isUpper !== expectsUpper) return false;
  }
  return true;
}

/**
 * Chains that also write 20 bytes in bech32 under their own prefix (BIP-173). Canonical: the `0x` form where both name
 * the same account, else lower case.
 */
function judgeBech32(address: string, { prefix, sameAccount }: NonNullable<EthereumRules['bech32']>): AddressVerdict {
  const text = readBech32(address);
  if (!text.ok) return text;
  if (text.prefix !== prefix) return refuse('Unknown prefix');
  if (text.checksum !== 'bech32') return refuse('Invalid checksum');
  const bytes = bytesOfWords(text.words);
  if (bytes?.length !== 20) return refuse('Invalid program');
  return accept(sameAccount ? `0x${encodeHex(bytes)}` : text.lowerCase, 'valid');
}
