/** Soft hyphens, zero-width characters, marks of direction, variation selectors: nobody sees them in what they copy. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
/** What people and programs put around an address: quotes, brackets, stops. Angle brackets are around links in mails. */
const AROUND =
  /^[\s"'`´‘’‚‛“”„«»‹›()[\]{}<>*_,;:.!?|=…、。「」『』]+|[\s"'`´‘’‚‛“”„«»‹›()[\]{}<>*_,;:.!?|=…、。「」『』]+$/g;

/** A text without what cannot be seen; wide letters and special spaces become plain ones. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** A word without the quotes, brackets and stops around it. */
export function bareWord(word: string): string {
  return word.replace(AROUND, '');
}
