import { readPasted } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ASSETS } from '@assay/domain';
import { remarkOnContract, remarkOnTag, sentenceOnNotAddress } from '@assay/wording';
import type { CommandContext } from './context.ts';

/**
 * The address in an argument, without a link or quotes around it; what was left out, or what the text is instead, goes
 * to stderr. The argument itself where it holds no address.
 */
export function readAddress(text: string, { err }: Pick<CommandContext, 'err'>): string {
  // What is or can be a secret is judged by its own rules, and nothing is said about the rest of it.
  if (recogniseTextNow(text).is !== 'clear') return text;
  const pasted = readPasted(text, ASSETS);
  if (pasted.is === 'not an address') err(sentenceOnNotAddress(pasted.what));
  if (pasted.is !== 'address') return text;
  if (pasted.tag !== null) err(remarkOnTag(pasted.tag));
  if (pasted.contract !== null) err(remarkOnContract(pasted.contract));
  return pasted.address;
}
