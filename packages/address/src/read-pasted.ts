import { type Asset, MAX_ADDRESS_LENGTH, type NotAddressKind } from '@assay/domain';
import { matchAssets } from './match-assets.ts';
import { type PastedWord, takeApart } from './pasted/candidates.ts';
import { loneWordKind, notAddressKind } from './pasted/not-addresses.ts';
import { readMuxedAccount, readXAddress, type TaggedAccount } from './pasted/other-spellings.ts';
import { bareWord, plainText } from './pasted/plain-text.ts';
import { validateAddress } from './validate-address.ts';

/** An address that a pasted text holds. */
export interface PastedAddress {
  readonly address: string;
  /** Destination tag, memo number or number of a muxed account: who is meant behind a shared wallet. */
  readonly tag: string | null;
  /** The token whose contract this is; null for other addresses. */
  readonly contract: Pick<Asset, 'ticker' | 'parent'> | null;
}

export type PastedText =
  | (PastedAddress & {
      readonly is: 'address';
      /** The text held more than the address and spaces. */
      readonly isExtracted: boolean;
    })
  | { readonly is: 'not an address'; readonly what: NotAddressKind }
  | { readonly is: 'unknown' };

/** Characters and words of a text that are looked at. A message of a chat has at most 4,096 characters. */
const MAX_LENGTH = 4_096;
const MAX_WORDS = 200;
/** Shorter addresses are names that people also write otherwise; they count only if the text is nothing else. */
const SHORT = 14;

/**
 * What a person pasted, who has an address but not alone: in a payment link, in a link to an explorer, with quotes, a
 * destination tag or invisible characters, as an X-address or muxed account. Else what it is instead of an address.
 *
 * Says nothing about secrets: `recogniseText` has to come first. Never throws.
 *
 * @example
 * readPasted('bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.1', ASSETS);
 * // { is: 'address', address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', tag: null, contract: null, isExtracted: true }
 * readPasted('vitalik.eth', ASSETS); // { is: 'not an address', what: 'name' }
 */
export function readPasted(text: string, catalogue: readonly Asset[]): PastedText {
  const [first, ...more] = findPasted(text, catalogue);
  if (first !== undefined && more.length > 0) return { is: 'not an address', what: 'several addresses' };
  if (first !== undefined) {
    return { is: 'address', ...first, isExtracted: first.address !== text.replace(/\s+/g, '') };
  }
  const what = explain(text, catalogue);
  return what === null ? { is: 'unknown' } : { is: 'not an address', what };
}

/**
 * The addresses that a text holds, each once, in its order.
 *
 * @example findPasted('is bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq safe?', ASSETS).length // 1
 */
export function findPasted(text: string, catalogue: readonly Asset[]): readonly PastedAddress[] {
  const plain = plainText(text.slice(0, MAX_LENGTH));
  // One address that was broken into lines or groups.
  const whole = addressOf(bareWord(plain.replaceAll(' ', '')), catalogue);
  if (whole !== null) return [whole];
  const words = wordsOf(plain);
  const found = new Map<string, PastedAddress>();
  for (const word of words) {
    const held = inWord(takeApart(word), words.length === 1, catalogue);
    if (held !== null && !found.has(held.address)) found.set(held.address, held);
  }
  return [...found.values()];
}

function wordsOf(plain: string): readonly string[] {
  return plain
    .split(/[\s,;|]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}

/** The first candidate of a word that is an address. A link to a transaction or into a test network has none. */
function inWord(word: PastedWord, isAlone: boolean, catalogue: readonly Asset[]): PastedAddress | null {
  if (word.isTest || (word.isTransaction && word.is === 'link')) return null;
  for (const candidate of new Set(word.candidates)) {
    if (candidate.length < SHORT && !(isAlone && word.is === 'plain' && candidate === word.candidates[0])) continue;
    const address = addressOf(candidate, catalogue);
    if (address !== null) return { ...address, tag: address.tag ?? word.tag };
  }
  return null;
}

function addressOf(text: string, catalogue: readonly Asset[]): PastedAddress | null {
  if (text === '' || text.length > MAX_ADDRESS_LENGTH) return null;
  const x = readXAddress(text);
  const tagged: TaggedAccount | null = x === 'test' ? null : (x ?? readMuxedAccount(text));
  const address = tagged?.address ?? text;
  if (matchAssets(address, catalogue).length === 0) return null;
  return { address, tag: tagged?.tag ?? null, contract: tokenOf(address, catalogue) };
}

/** The token with this contract, on the network whose addresses are written so. */
function tokenOf(address: string, catalogue: readonly Asset[]): PastedAddress['contract'] {
  const token = catalogue.find(({ contract, parent }) => {
    if (contract === null || parent === null) return false;
    const verdict = validateAddress(address, parent);
    return verdict.ok && verdict.canonical === contract;
  });
  return token === undefined ? null : { ticker: token.ticker, parent: token.parent };
}

function explain(text: string, catalogue: readonly Asset[]): NotAddressKind | null {
  const plain = plainText(text.slice(0, MAX_LENGTH));
  const words = wordsOf(plain);
  for (const word of words) {
    const parts = takeApart(word);
    if (parts.is === 'link' && parts.isTransaction) return 'transaction';
    for (const candidate of new Set([bareWord(word), ...parts.candidates])) {
      const what = notAddressKind(candidate, catalogue);
      if (what !== null) return what;
    }
    if (parts.isTest && parts.candidates.some((one) => addressOf(one, catalogue) !== null)) return 'test address';
    if (parts.is === 'link') return 'link';
  }
  const [only, second] = words;
  return only === undefined || second !== undefined ? null : loneWordKind(bareWord(only));
}
