/**
 * A text as words are compared: compatibility decomposition (BIP-39 prescribes NFKD), lower case, without accents and
 * voice marks, katakana as hiragana. People leave accents out, and systems compose them differently.
 */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}
