import { entropyToMnemonic } from '@scure/bip39';
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
import { fixedBytes, type PastedSecret } from './pasted-secret.ts';

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  English: english,
  Spanish: spanish,
  French: french,
  Italian: italian,
  Portuguese: portuguese,
  Czech: czech,
  Japanese: japanese,
  Korean: korean,
  'simplified Chinese': simplifiedChinese,
  'traditional Chinese': traditionalChinese,
};
const ENTROPY_BYTES = [16, 20, 24, 28, 32];

type Spelling = (words: readonly string[]) => string;

/** Every way of writing the same words down. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'with spaces': (words) => words.join(' '),
  'glued together': (words) => words.join(''),
  'with commas': (words) => words.join(', '),
  'with commas and no spaces': (words) => words.join(','),
  'with ideographic spaces': (words) => words.join('\u3000'),
  numbered: (words) => words.map((word, at) => `${at + 1}. ${word}`).join('\n'),
  'numbered without spaces': (words) => words.map((word, at) => `${at + 1}.${word}`).join(''),
  'with odd spacing': (words) => `\t${words.join('  \n ')}  `,
  'in upper case': (words) => words.join(' ').toUpperCase(),
  'in upper case, glued together': (words) => words.join('').toUpperCase(),
  'composed (NFC)': (words) => words.join(' ').normalize('NFC'),
  'composed (NFC), glued together': (words) => words.join('').normalize('NFC'),
  'decomposed (NFKD)': (words) => words.join(' ').normalize('NFKD'),
  'with hyphens': (words) => words.join('-'),
  'in JSON': (words) => JSON.stringify(words),
  'with a wrong checksum': (words) => [...words.slice(1), words[0]].join(' '),
};

function wordsOf(entropy: Uint8Array, list: readonly string[]): string[] {
  return entropyToMnemonic(entropy, [...list]).split(/[ \u3000]/);
}

function phrases(): PastedSecret[] {
  const found: PastedSecret[] = [];
  for (const [language, list] of Object.entries(LANGUAGES)) {
    for (const bytes of ENTROPY_BYTES) {
      const words = wordsOf(fixedBytes(bytes, bytes), list);
      for (const [spelling, spell] of Object.entries(SPELLINGS)) {
        found.push({
          what: `${words.length} words, ${language}, ${spelling}`,
          text: spell(words),
          kind: 'seed phrase',
        });
      }
    }
  }
  return found;
}

const WORDS = wordsOf(fixedBytes(16, 16), english);
const MISTYPED = WORDS.map((word, at) => (at === 5 ? 'qqqqq' : word));

export const PHRASES: readonly PastedSecret[] = [
  ...phrases(),
  { what: 'a phrase with one word mistyped', text: MISTYPED.join(' '), kind: 'seed phrase' },
  { what: 'a phrase with one word mistyped, glued together', text: MISTYPED.join(''), kind: 'seed phrase' },
  { what: 'a phrase in a sentence', text: `my seed is ${WORDS.join(' ')} and nothing else`, kind: 'seed phrase' },
  {
    what: 'capitalised words',
    text: WORDS.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(''),
    kind: 'seed phrase',
  },
  {
    what: 'first four letters of each word',
    text: WORDS.map((word) => word.slice(0, 4)).join(' '),
    kind: 'seed phrase',
  },
  {
    what: '25 words of Monero',
    text: 'velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted',
    kind: 'seed phrase',
  },
  {
    what: 'first seed format of Electrum',
    text: 'powerful random nobody notice nothing important anyway look away hidden message over',
    kind: 'seed phrase',
  },
];
