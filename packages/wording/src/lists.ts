/**
 * Words as a list inside a sentence.
 *
 * @example joinWords(['a', 'b', 'c']); // 'a, b and c'
 */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/**
 * The sentences of a text, each without the space around it: headlines are set one sentence a line.
 *
 * @example sentencesOf('Low risk. One star withheld.'); // ['Low risk.', 'One star withheld.']
 */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
  return sentences.length === 0 ? [text] : sentences;
}
