import { type AddressVerdict, validateAddress } from '@assay/address';
import { ASSETS, currencyOf, isNetworkId, type NetworkId, networkNamed } from '@assay/domain';
import { cashAddressOf } from './legacy-cash-address.ts';

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
