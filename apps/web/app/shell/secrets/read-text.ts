import type { TextFinding } from '@assay/address';

/** No secret is shorter, but in scripts that write a word in one character. */
const MIN_LENGTH = 20;

/**
 * What a typed or pasted text is: a secret, a transaction, what can be either, or neither. Nothing may be sent before
 * this has answered. The rules are fetched with the first text that is long enough; where they cannot be, it rejects.
 */
export async function readText(text: string): Promise<TextFinding> {
  if (text.length < MIN_LENGTH && !/\p{Lo}/u.test(text)) return { is: 'clear' };
  const { recogniseText } = await import('@assay/address');
  return recogniseText(text);
}
