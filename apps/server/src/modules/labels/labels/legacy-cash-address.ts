import { validateAddress } from '@assay/address';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const PREFIX = 'bitcoincash';

/**
 * The CashAddr of an address that a list writes for Bitcoin Cash in the spelling it once shared with Bitcoin; null when
 * it is none. The product refuses that spelling from people, as the same text is a Bitcoin address; a list that says
 * BCH beside it leaves no doubt. (bitcoincash.org, "Address format for Bitcoin Cash")
 */
export function cashAddressOf(legacy: string): string | null {
  const verdict = validateAddress(legacy, 'BTC');
  if (!verdict.ok || !['p2pkh', 'p2sh'].includes(verdict.kind)) return null;
  let value = 0n;
  for (const character of legacy) value = value * 58n + BigInt(BASE58.indexOf(character));
  // Version byte, 20 bytes of hash, 4 of the checksum just verified. CashAddr's own: type in bits 3 to 6, size 0.
  const hash = (value >> 32n) & ((1n << 160n) - 1n);
  const version = verdict.kind === 'p2sh' ? 8n : 0n;
  // 168 bits in groups of five, filled up on the right.
  const payload = ((version << 160n) | hash) << 2n;
  const words = Array.from({ length: 34 }, (_, index) => Number((payload >> BigInt(5 * (33 - index))) & 31n));
  const checksum = checksumOf([
    ...Array.from(PREFIX, (letter) => letter.charCodeAt(0) & 31),
    0,
    ...words,
    ...Array<number>(8).fill(0),
  ]);
  const checkWords = Array.from({ length: 8 }, (_, index) => Number((checksum >> BigInt(5 * (7 - index))) & 31n));
  return `${PREFIX}:${[...words, ...checkWords].map((word) => CASH_ALPHABET[word]).join('')}`;
}

function checksumOf(words: readonly number[]): bigint {
  let state = 1n;
  for (const word of words) {
    const top = state >> 35n;
    state = ((state & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> BigInt(bit)) & 1n) state ^= generator;
  }
  return state ^ 1n;
}
