import { readPasted } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ASSETS } from '@assay/domain';
import { remarkOnContract, remarkOnTag, sentenceOnNotAddress } from '@assay/wording';
import { readWhole, STDIO } from '../terminal/read-whole.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { refuseSecretArguments } from './refuse-secrets.ts';

/**
 * The address in an argument, without a link or quotes around it; what was left out, or what the text is instead, goes
 * to stderr. The argument itself where it holds no address.
 */
export function readAddress(text: string, { err }: Pick<Terminal, 'err'>): string {
  // What is or can be a secret is judged by its own rules, and nothing is said about the rest of it.
  if (recogniseTextNow(text).is !== 'clear') return text;
  const pasted = readPasted(text, ASSETS);
  if (pasted.is === 'not an address') err(sentenceOnNotAddress(pasted.what));
  if (pasted.is !== 'address') return text;
  if (pasted.tag !== null) err(remarkOnTag(pasted.tag));
  if (pasted.contract !== null) err(remarkOnContract(pasted.contract));
  return pasted.address;
}

/**
 * The address of an argument; `-` reads it from stdin, where no history of a shell and no list of processes shows it.
 *
 * @throws CommandError where stdin holds a secret
 */
export async function readAddressArgument(argument: string, terminal: Pick<Terminal, 'err'>): Promise<string> {
  if (argument !== STDIO) return readAddress(argument, terminal);
  const text = (await readWhole(STDIO)).toString('utf8').trim();
  refuseSecretArguments([text]);
  return readAddress(text, terminal);
}
