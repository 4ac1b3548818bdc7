import { type AddressVerdict, validateAddress } from '@assay/address';
import { ASSETS, currencyOf, isNetworkId, type NetworkId, networkNamed } from '@assay/domain';

/**
 * Chains whose money cannot be followed here: a label on one of them is still the address's own, and a check of the coin
 * asks for it under the currency its addresses are judged by. Verge is on no list of ours, but on an authority's.
 */
export const OTHER_CHAINS: readonly string[] = [
  ...new Set([...ASSETS.filter(({ network }) => network === null).map(currencyOf), 'XVG']),
];

/** Network id, or currency of a chain that cannot be followed. */
export type LabelChain = string;

/**
 * Tokens, and the chains their addresses can live on, the likeliest first: the form of the address identifies the
 * chain. Omni's Tether was on Bitcoin.
 */
const CHAINS_OF_TOKEN: Readonly<Record<string, readonly NetworkId[]>> = {
  USDT: ['TRX', 'ETH', 'SOL', 'BTC'],
  USDC: ['ETH', 'TRX', 'SOL'],
  WETH: ['ETH'],
  DAI: ['ETH'],
};

/** Formats no other listed chain shares: an address of this form is on this chain, whatever its code is. */
const UNMISTAKABLE: readonly { readonly chain: NetworkId; readonly form: RegExp }[] = [
  { chain: 'TRX', form: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ },
  { chain: 'BTC', form: /^bc1[02-9ac-hj-np-z]{11,71}$/ },
];

export type LocatedAddress =
  | { readonly ok: true; readonly chain: LabelChain; readonly canonical: string }
  | { readonly ok: false; readonly reason: string };

function chainsOf(code: string): readonly LabelChain[] {
  if (isNetworkId(code)) return [code];
  if (OTHER_CHAINS.includes(code)) return [code];
  const named = networkNamed(code);
  if (named !== undefined) return [named];
  return Object.hasOwn(CHAINS_OF_TOKEN, code) ? (CHAINS_OF_TOKEN[code] ?? []) : [];
}

/**
 * Which chain a published address is on. The code beside it is a currency, not a network ("XBT T…" is a Tron
 * address): the chains of the code are tried in turn, then the forms no two chains share. An address that fails its
 * own checksum is refused, and so is one that fits nothing. A label is never spread to the other chains of a 0x account.
 */
export function locateAddress(address: string, code: string): LocatedAddress {
  const key = code.trim().toUpperCase();
  const chains = chainsOf(key);
  let refusal: string | null = null;
  for (const chain of chains) {
    const verdict = validateAddress(address, chain);
    if (isSound(verdict)) return { ok: true, chain, canonical: verdict.canonical };
    refusal ??= `not a ${chain} address: ${verdict.ok ? 'Invalid checksum' : verdict.reason}`;
  }
  const cash = key === 'BCH' ? cashAddressOf(address) : null;
  if (cash !== null) return { ok: true, chain: 'BCH', canonical: cash };
  for (const { chain, form } of UNMISTAKABLE) {
    if (!form.test(address)) continue;
    const verdict = validateAddress(address, chain);
    if (isSound(verdict)) return { ok: true, chain, canonical: verdict.canonical };
  }
  return { ok: false, reason: refusal ?? `unknown network "${key.slice(0, 20)}"` };
}

/** A screen may warn where the specification lets a wrong checksum pass; a published fact must be free of typing errors. */
function isSound(verdict: AddressVerdict): verdict is Extract<AddressVerdict, { ok: true }> {
  return verdict.ok && verdict.checksum !== 'mismatch';
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const PREFIX = 'bitcoincash';

/**
 * The CashAddr of an address that a list writes for Bitcoin Cash in the spelling it once shared with Bitcoin; null when
 * it is none. The product refuses that spelling from people, as the same text is a Bitcoin address; a list that says
 * BCH beside it leaves no doubt. (bitcoincash.org, "Address format for Bitcoin Cash")
 */
function cashAddressOf(legacy: string): string | null {
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
