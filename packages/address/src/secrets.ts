/** The package's second entry (`@assay/address/secrets`): recognition in one step, with everything it needs at hand. */
import type { TextFinding } from './secrets/finding.ts';
import { judgeText } from './secrets/judge-text.ts';
import { isKeyPair } from './secrets/key-pair.ts';
import { wordLists } from './secrets/word-lists.ts';

export type { SecretKind, TextFinding } from './secrets/finding.ts';

/** What a text is before anything else is done with it: a secret, a transaction, what can be either, or neither. */
export function recogniseTextNow(text: string): TextFinding {
  return judgeText(text, { wordLists, isKeyPair });
}
