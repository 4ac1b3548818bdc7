import { readPasted } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ASSETS } from '@assay/domain';
import { remarkOnContract, remarkOnTag, sentenceOnNotAddress } from '@assay/wording';
import { readWhole, STDIO } from '../terminal/read-whole.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { refuseSecretArguments } from './refuse-secrets.ts';

/** What was typed in place of an address. */
export interface TypedAddress {
  /** Without a link or quotes around it; the text itself where it holds no address. */
  readonly address: string;
  /** What the text is instead of an address, where that is known. */
  readonly instead: string | null;
}

/** The address in a text; what was left out is remarked. */
export function readTyped(text: string, remark: (sentence: string) => void): TypedAddress {
  // What is or can be a secret is judged by its own rules, and nothing is said about the rest of it.
  if (recogniseTextNow(text).is !== 'clear') return { address: text, instead: null };
  const pasted = readPasted(text, ASSETS);
  if (pasted.is === 'not an address') return { address: text, instead: sentenceOnNotAddress(pasted.what) };
  if (pasted.is !== 'address') return { address: text, instead: null };
  if (pasted.tag !== null) remark(remarkOnTag(pasted.tag));
  if (pasted.contract !== null) remark(remarkOnContract(pasted.contract));
  return { address: pasted.address, instead: null };
}

/** The address in an argument; what was left out, or what the text is instead, goes to stderr. */
export function readAddress(text: string, { err }: Pick<Terminal, 'err'>): string {
  const { address, instead } = readTyped(text, err);
  if (instead !== null) err(instead);
  return address;
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
