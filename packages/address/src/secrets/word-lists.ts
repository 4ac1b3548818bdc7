import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { plainLetters } from './plain-letters.ts';

export interface WordList {
  /** As `plainLetters` writes them. */
  readonly words: ReadonlySet<string>;
  /** Letters of its shortest word, in UTF-16 units. */
  readonly shortest: number;
  /** By so many letters that words begin with: the lengths of these words, shortest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
  /** Chinese: each word is one character. */
  readonly isOfCharacters: boolean;
}

function listOf(words: readonly string[], isOfCharacters = false): WordList {
  const plain = new Set(words.map(plainLetters));
  const shortest = Math.min(...[...plain].map((word) => word.length));
  const byStart = Map.groupBy(plain, (word) => word.slice(0, shortest));
  const lengths = new Map(
    Array.from(byStart, ([start, same]) => {
      const found = new Set(same.map((word) => word.length));
      return [start, [...found].toSorted((a, b) => a - b)] as const;
    }),
  );
  return { words: plain, shortest, lengths, isOfCharacters };
}

let lists: readonly WordList[] | undefined;

/**
 * Every list of BIP-39. Some 100 kB together: a browser fetches them only for texts that can be a phrase, and a process
 * prepares them for the first of those.
 */
export function wordLists(): readonly WordList[] {
  lists ??= [
    ...[english, spanish, french, italian, portuguese, czech, japanese, korean].map((words) => listOf(words)),
    ...[simplifiedChinese, traditionalChinese].map((words) => listOf(words, true)),
  ];
  return lists;
}
