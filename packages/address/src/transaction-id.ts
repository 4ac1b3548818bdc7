import { transactionsInLinks } from './secrets/explorer-links.ts';

/** 32 bytes in hex, as most networks name transactions. */
const HEX = /^(?:0x)?([\da-f]{64})$/i;
/** What other networks and imported records may write: no spaces, no quotes. */
const OTHER = /^[\w:.=+/-]{1,128}$/;
/** Links are shorter; a longer text names no transaction. */
const MAX_LENGTH = 2_048;

/**
 * The id of the transaction that a text names, alone or in a link to an explorer, in the spellings that records may
 * write it in; null where it names none, or is longer than 2,048 characters. Hex is the same in both cases and with or without `0x`; of other ids, such as
 * Solana's, each character counts.
 *
 * Says nothing about secrets: 64 hexadecimal digits can be a private key, which `recogniseText` says.
 *
 * @example
 * readTransactionId('https://mempool.space/tx/F4184FC596403B9D638783CF57ADFE4C75C605F6356FBC91338530E9831E9E16');
 * // ['f4184f…', '0xf4184f…', 'F4184F…']
 */
export function readTransactionId(text: string): readonly string[] | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = text.trim();
  const linked = transactionsInLinks(bare);
  const [first] = linked;
  if (first === undefined && /:\/\//.test(bare)) return null;
  const id = first ?? bare;
  const digits = HEX.exec(id)?.[1];
  if (digits !== undefined) {
    const lower = digits.toLowerCase();
    return [lower, `0x${lower}`, digits.toUpperCase()];
  }
  return OTHER.test(id) ? [id] : null;
}
