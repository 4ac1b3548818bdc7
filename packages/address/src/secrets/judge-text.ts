import { base58Key } from './base58-keys.ts';
import { linkedTransactions } from './explorer-links.ts';
import { CLEAR, secretOf, type TextFinding } from './finding.ts';
import { bytesOf64, type IsKeyPair, judgeLongBytes } from './long-bytes.ts';
import { namedSecret } from './named-secrets.ts';
import { holdsPhrase, isShapedLikePhrase, mayBePhrase } from './seed-phrase.ts';
import type { WordList } from './word-lists.ts';

/** Characters looked at. Wallet files of several accounts are longer, but say what they are at their beginning. */
const MAX_LENGTH = 16_384;
/** Nothing shorter is a secret of any format here. */
const MIN_LENGTH = 20;

/**
 * Raw addresses of TON and Everscale: a workchain, which is 0 or -1, and 64 digits. Keys that are counted from 0 look
 * the same: in one text the others beside them are asked about, but a list whose rows are judged one by one lets the
 * row of key 0 pass.
 */
const TON_ACCOUNT = /(?<![\w.:-])(?:0|-1):[\da-f]{64}(?![\w:])/gi;

/** What a text needs beyond the rules themselves; both are large, and most texts need neither. */
export interface SecretTools {
  readonly wordLists: () => readonly WordList[];
  readonly isKeyPair: IsKeyPair;
}

/** Which of the tools a text needs. */
export function toolsFor(text: string): { readonly wordLists: boolean; readonly isKeyPair: boolean } {
  const looked = visible(text);
  return { wordLists: mayBePhrase(looked), isKeyPair: bytesOf64(looked, wordsOf(looked)).length > 0 };
}

/**
 * What a text is before anybody asks whether it is an address: a secret, a transaction, what can be either, or neither.
 * A secret found anywhere in the text outweighs the rest of it.
 */
export function judgeText(text: string, tools: SecretTools): TextFinding {
  if (text.length < MIN_LENGTH && !/\p{Lo}/u.test(text)) return CLEAR;
  const looked = visible(text);
  const words = wordsOf(looked);
  const named = namedSecret(looked);
  if (named !== null) return secretOf(named);
  for (const word of words) {
    const kind = base58Key(word);
    if (kind !== null) return secretOf(kind);
  }
  if (isShapedLikePhrase(looked)) return secretOf('seed phrase');
  if (mayBePhrase(looked) && holdsPhrase(looked, tools.wordLists())) return secretOf('seed phrase');
  const linked = linkedTransactions(looked);
  const unnamed = looked.replace(TON_ACCOUNT, ' ');
  const isTransaction = (word: string): boolean => linked.has(word.toLowerCase().replace(/^0x/, ''));
  return judgeLongBytes(unnamed, wordsOf(unnamed), tools.isKeyPair, isTransaction);
}

/** Without what cannot be seen, and with wide letters as plain ones. */
function visible(text: string): string {
  return (
    text
      .slice(0, MAX_LENGTH)
      .normalize('NFKC')
      // One sign can become eighteen letters.
      .slice(0, MAX_LENGTH)
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
  );
}

/** Every run of letters and digits, of the text as it is and of the text without its spaces. */
function wordsOf(text: string): readonly string[] {
  const compact = text.replace(/\s+/g, '');
  return [...new Set([text, compact].flatMap((form) => form.match(/[A-Za-z0-9_]{20,}/g) ?? []))];
}
