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
  /** Lengths of its words in UTF-16 units, shortest first. */
  readonly lengths: readonly number[];
  /** Chinese: each word is one character. */
  readonly isOfCharacters: boolean;
}

function listOf(words: readonly string[], isOfCharacters = false): WordList {
  const plain = new Set(words.map(plainLetters));
  const lengths = [...new Set([...plain].map((word) => word.length))].sort((a, b) => a - b);
  return { words: plain, lengths, isOfCharacters };
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
