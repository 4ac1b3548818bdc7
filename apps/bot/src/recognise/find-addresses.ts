import { MAX_ADDRESS_LENGTH, matchAssets } from '@assay/address';
import { ASSETS, type Asset } from '@assay/domain';

export interface FoundAddress {
  readonly address: string;
  /** The assets it can belong to, in the catalogue's order; at least one. */
  readonly assets: readonly Asset[];
}

/** Longer texts are ignored: a message has at most 4,096 characters. */
const WORDS_MAX = 200;
/** Shorter addresses are names that people also write otherwise; they count only if the text is nothing else. */
const SHORT = 14;

/**
 * The addresses in a message, each once, in its order: bare, in a payment link (`bitcoin:…?amount=…`), or in a link to
 * an explorer. Recognised locally: nothing leaves the machine.
 *
 * @example findAddresses('is bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq safe?')[0]?.assets[0]?.ticker // 'BTC'
 */
export function findAddresses(text: string): readonly FoundAddress[] {
  const words = text
    .trim()
    .split(/[\s,;|]+/)
    .slice(0, WORDS_MAX);
  const found = new Map<string, FoundAddress>();
  for (const word of words) {
    for (const candidate of candidatesOf(word)) {
      if (candidate.length < SHORT && words.length > 1) continue;
      const assets = found.has(candidate) ? [] : matchAssets(candidate, ASSETS);
      if (assets.length > 0) found.set(candidate, { address: candidate, assets });
    }
  }
  return [...found.values()];
}

function candidatesOf(word: string): readonly string[] {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (bare === '' || bare.length > MAX_ADDRESS_LENGTH) return [];
  if (/^https?:\/\//i.test(bare)) return bare.split(/[/?#&=:]+/).slice(2);
  // A payment link begins with its coin; so does a cash address, whose prefix is a part of it.
  const link = /^[a-z][a-z-]{2,20}:(?:\/\/)?([^?@/]+)/i.exec(bare);
  if (link?.[1] === undefined) return [bare];
  return matchAssets(bare, ASSETS).length > 0 ? [bare] : [link[1]];
}
