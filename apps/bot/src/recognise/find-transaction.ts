import { readTransaction } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { findAddresses } from './find-addresses.ts';

export interface FoundTransaction {
  /** Its id, or the link to it. */
  readonly transaction: string;
  /** An address beside it: whose payment is meant. */
  readonly side?: string;
}

/** What holds an id: 64 hexadecimal digits, or a signature of Solana. */
const HOLDS_ID = /(?<![\da-z])(?:0x)?[\da-f]{64}(?![\da-z])|(?<![\da-z])[1-9A-HJ-NP-Za-km-z]{86,88}(?![\da-z])/i;
const AROUND = /^[("'<«]+|[)"'>».,;!?]+$/g;

/**
 * The transaction that a message names, alone or in a link to an explorer, and the address beside it. Recognised
 * locally; asked only of a message that is known to hold no secret.
 *
 * @param isNamed whether the message says itself that a transaction follows: then ids of any form are read
 * @example findTransaction('https://tronscan.org/#/transaction/5a03268c…', false)?.transaction
 */
export function findTransaction(text: string, isNamed: boolean): FoundTransaction | null {
  const words = text.split(/\s+/).map((word) => word.replaceAll(AROUND, ''));
  const at = words.findIndex((word) => HOLDS_ID.test(word) && isTransaction(word));
  const found = at === -1 && isNamed ? words.findIndex(isTransaction) : at;
  const transaction = words[found];
  if (transaction === undefined) return null;
  const [beside] = findAddresses(words.filter((_word, index) => index !== found).join(' '));
  return { transaction, ...(beside === undefined ? {} : { side: beside.address }) };
}

function isTransaction(word: string): boolean {
  return word !== '' && recogniseTextNow(word).is !== 'secret' && readTransaction(word) !== null;
}
