import { plainLetters } from './plain-letters.ts';
import type { WordList } from './word-lists.ts';

/** BIP-39 has 12 to 24 words in steps of three; MyMonero 13, Algorand and Monero 25. */
const LENGTHS: ReadonlySet<number> = new Set([12, 13, 15, 18, 21, 24, 25]);
/** SLIP-39 (20, 33) and Sia (28, 29) besides: counted where only the shape of the words is known. */
const SHAPED_LENGTHS: ReadonlySet<number> = new Set([...LENGTHS, 20, 28, 29, 33]);
const SHORTEST = 12;
/** Words of a run that have to be in the list: one of twelve may be mistyped. */
const ENOUGH = SHORTEST - 1;
/** Letters of a word that is not in the list, between words that are. */
const LONGEST_GAP = 10;
/** Letters looked at: 24 words of the longest list have 220. */
const MAX_LETTERS = 4_000;

/**
 * Whether a text can be a phrase of the word lists at all, so that they are worth fetching. Addresses are not: their
 * letters come in short runs, in mixed case, between digits.
 */
export function mayBePhrase(text: string): boolean {
  const others = text.match(/\p{Lo}/gu)?.length ?? 0;
  if (others >= SHORTEST) return true;
  const letters = (text.match(/\p{Lu}?(?:\p{Ll}\p{M}*)+|(?:\p{Lu}\p{M}*)+/gu) ?? [])
    .filter((run) => run.length >= 3)
    .reduce((sum, run) => sum + run.length, 0);
  return letters >= 3 * ENOUGH && letters >= 0.6 * (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
}

/**
 * Whether a text holds a seed phrase of one of the lists: as words with anything but letters between them (spaces,
 * commas, numbers), or with nothing between them. Its checksum does not matter, and one word in twelve may be wrong.
 */
export function holdsPhrase(text: string, lists: readonly WordList[]): boolean {
  const words = plainLetters(text.slice(0, MAX_LETTERS * 2)).match(/\p{L}+/gu) ?? [];
  const glued = words.join('').slice(0, MAX_LETTERS);
  return lists.some((list) =>
    list.isOfCharacters ? isRowOfCharacters(words, glued, list) : areWords(words, list) || isGlued(glued, list),
  );
}

/**
 * Whether a text is as many short words as a phrase has, and nothing else: phrases of lists we do not have (Electrum's
 * first, Monero, SLIP-39), and mistyped ones. Rather one warning too many.
 */
export function isShapedLikePhrase(text: string): boolean {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    .filter((word) => !/^\d{1,2}[.):]?$/.test(word))
    .map((word) => word.replace(/^\d{1,2}[.):]/, ''));
  return SHAPED_LENGTHS.has(words.length) && words.every((word) => /^[a-z]{3,10}$/i.test(word));
}

function areWords(words: readonly string[], { words: known }: WordList): boolean {
  const hits = words.map((word) => known.has(word));
  const all = hits.filter(Boolean).length;
  if (LENGTHS.has(words.length) && all >= 0.75 * words.length) return true;
  let inRow = 0;
  for (const [at, isHit] of hits.entries()) {
    inRow += (isHit ? 1 : 0) - (hits[at - SHORTEST] === true ? 1 : 0);
    if (at >= SHORTEST - 1 && inRow >= ENOUGH) return true;
  }
  return false;
}

/** The lists are of the commonest characters: any sentence is made of them, so a phrase has to be all there is. */
function isRowOfCharacters(words: readonly string[], glued: string, { words: known }: WordList): boolean {
  const characters = Array.from(glued);
  if (LENGTHS.has(characters.length) && characters.every((character) => known.has(character))) return true;
  let inRow = 0;
  for (const word of words) {
    inRow = known.has(word) ? inRow + 1 : 0;
    if (inRow >= SHORTEST) return true;
  }
  return false;
}

/** Whether a run of letters is, somewhere, at least eleven words of the list one after the other, with one gap at most. */
function isGlued(letters: string, { words, shortest, lengths }: WordList): boolean {
  // Most words of a chain that ends at a letter: without a gap so far, and with one. -1: no chain ends there.
  const whole = new Int16Array(letters.length + 1);
  const gapped = new Int16Array(letters.length + 1).fill(-1);
  for (let at = 0; at < letters.length; at++) {
    const before = whole[at] ?? 0;
    const beforeWithGap = gapped[at] ?? -1;
    if (before > 0) {
      for (let next = at + 1; next <= at + LONGEST_GAP && next <= letters.length; next++) {
        gapped[next] = Math.max(gapped[next] ?? -1, before);
      }
    }
    // Few words begin with the same letters: others are not looked up.
    for (const length of lengths.get(letters.slice(at, at + shortest)) ?? []) {
      const next = at + length;
      if (next > letters.length) break;
      if (!words.has(letters.slice(at, next))) continue;
      whole[next] = Math.max(whole[next] ?? 0, before + 1);
      if (beforeWithGap >= 0) gapped[next] = Math.max(gapped[next] ?? -1, beforeWithGap + 1);
      if ((whole[next] ?? 0) >= ENOUGH || (gapped[next] ?? -1) >= ENOUGH) return true;
    }
  }
  return false;
}
