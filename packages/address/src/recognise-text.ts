import type { TextFinding } from './secrets/finding.ts';
import { judgeText, toolsFor } from './secrets/judge-text.ts';

/**
 * {@link judgeText} for a browser: fetches the word lists and the curve only for texts that need them. Nothing may be
 * done with a text before this has answered; where a file cannot be fetched it rejects, and the text stays where it is.
 *
 * @example (await recogniseText('L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ')).is // 'secret'
 */
export async function recogniseText(text: string): Promise<TextFinding> {
  const needs = toolsFor(text);
  const [lists, pair] = await Promise.all([
    needs.wordLists ? import('./secrets/word-lists.ts') : null,
    needs.isKeyPair ? import('./secrets/key-pair.ts') : null,
  ]);
  return judgeText(text, {
    wordLists: () => lists?.wordLists() ?? [],
    isKeyPair: (bytes) => pair?.isKeyPair(bytes) ?? false,
  });
}
