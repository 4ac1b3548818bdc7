import type { PastedText } from '@assay/address';
import { pathOfTransaction } from '../../shell/navigation/path-of-transaction.ts';
import { readText } from '../../shell/secrets/read-text.ts';
import type { SearchNotice, TypedText } from './typed-text.ts';

/** Short texts of letters and digits hold nothing but themselves: they are names, or are still being typed. */
const PLAIN = /^\w{0,19}$/;

/**
 * Reads a typed or pasted text: a secret first, then the address in it, such as in a link.
 */
export async function readTyped(text: string): Promise<TypedText> {
  const read = await judgeTyped(text);
  // What is said about it is shown at once, or not counted on.
  if (read.notice !== null) await import('./pasted-notice.tsx');
  return read;
}

async function judgeTyped(text: string): Promise<TypedText> {
  const finding = await readText(text);
  if (finding.is === 'transaction') return { finding, address: null, notice: await transactionNotice(text) };
  if (finding.is !== 'clear') return { finding, address: null, notice: finding };
  const plain = { finding, address: text.replace(/\s+/g, ''), notice: null };
  if (PLAIN.test(text)) return plain;
  const [{ readPasted }, { ASSETS }] = await Promise.all([import('@assay/address'), import('./all-assets.ts')]);
  const pasted = readPasted(text, ASSETS);
  switch (pasted.is) {
    case 'address':
      return { finding, address: pasted.address, notice: remarkOn(pasted) };
    case 'not an address':
      // Somebody who types a name of NEAR passes through what looks like a site.
      if (pasted.what === 'link' && !text.includes('/')) return plain;
      return { finding, address: null, notice: pasted };
    case 'unknown':
      return plain;
  }
}

/** Beside other words, a transaction is asked for alone. */
async function transactionNotice(text: string): Promise<SearchNotice> {
  return { is: 'transaction', path: (await pathOfTransaction(text)) ?? '/transaction' };
}

function remarkOn({ tag, contract }: Extract<PastedText, { readonly is: 'address' }>): SearchNotice | null {
  return tag === null && contract === null ? null : { is: 'remark', tag, contract };
}
