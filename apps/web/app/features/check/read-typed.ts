import type { PastedText, TextFinding } from '@assay/address';
import { readText } from '../../shell/secrets/read-text.ts';

/** What a text is, and the address that it holds; `pasted` only where it is no secret and no transaction. */
export interface TypedText {
  readonly finding: TextFinding;
  readonly pasted: PastedText | null;
}

/** Short texts of letters and digits hold nothing but themselves: they are names, or are still being typed. */
const PLAIN = /^\w{0,19}$/;

/**
 * Reads a typed or pasted text: a secret first, then the address in it, such as in a link. The formats are fetched with
 * the first text that needs them; where they cannot be, it rejects.
 */
export async function readTyped(text: string): Promise<TypedText> {
  const finding = await readText(text);
  if (finding.is !== 'clear' || PLAIN.test(text)) return { finding, pasted: null };
  const [{ readPasted }, { ASSETS }] = await Promise.all([import('@assay/address'), import('./all-assets.ts')]);
  const pasted = readPasted(text, ASSETS);
  // Somebody who types a name of NEAR passes through what looks like a site.
  const isTyping = pasted.is === 'not an address' && pasted.what === 'link' && !text.includes('/');
  return { finding, pasted: isTyping ? null : pasted };
}

/** For forms without a script: the text without spaces, or the address in it. */
export function addressOf(text: string, { pasted }: TypedText): string {
  return pasted?.is === 'address' ? pasted.address : text.replace(/\s+/g, '');
}
