import { base64 } from '@scure/base';
import { decodeBase58 } from '../codecs/base58.ts';
import { decodeHex } from '../codecs/hex.ts';
import { judgeInternetComputer } from '../formats/internet-computer.ts';
import { CLEAR, KEY_OR_TRANSACTION, secretOf, type TextFinding, TRANSACTION } from './finding.ts';

export type IsKeyPair = (bytes: Uint8Array) => boolean;

/** Texts of 64 bytes that are asked whether they are a key pair: each costs a multiplication on the curve. */
export const KEY_PAIRS_LOOKED_AT = 16;

/** `{"` in hex: Filecoin and others export a wallet file so. */
const JSON_IN_HEX = /^7b22/i;

/** 64 bytes spelled in hex, base58 or base64 among what a text holds. */
export function bytesOf64(text: string, words: readonly string[]): readonly Uint8Array[] {
  const found = [...words.map(hexDigits), hexDigits(bareHex(text))].flatMap((digits) =>
    digits?.length === 128 ? [decodeHex(digits)] : [],
  );
  for (const word of words) if (isLongBase58(word)) found.push(decodeBase58(word));
  // From its end: a long text of such characters has none at almost all of its places.
  const ends = text.replace(/\s+/g, '').matchAll(/==(?<=([A-Za-z0-9+/]{86}==))/g);
  for (const [, code = ''] of ends) found.push(base64Bytes(code));
  return found.filter((bytes) => bytes?.length === 64) as Uint8Array[];
}

/**
 * What bytes without a form of their own are. In hex: 32 bytes can be a private key or a transaction id, also where a few
 * of their digits are missing, unless they
 * are an Internet Computer account by its checksum. 64 bytes are a key pair or a signature, which is what Solana names
 * transactions by.
 *
 * @param isTransaction whether a word is the transaction in an explorer's link
 */
export function judgeLongBytes(
  text: string,
  words: readonly string[],
  isKeyPair: IsKeyPair,
  isTransaction: (word: string) => boolean,
): TextFinding {
  const candidates = bytesOf64(text, words);
  if (candidates.slice(0, KEY_PAIRS_LOOKED_AT).some(isKeyPair)) return secretOf('private key');
  // Of what was not looked at, nobody knows.
  let finding: TextFinding = candidates.length > KEY_PAIRS_LOOKED_AT ? KEY_OR_TRANSACTION : CLEAR;
  for (const word of [...words, bareHex(text)]) {
    const digits = hexDigits(word);
    if (digits === null) {
      if (isNearlyKey(word)) finding = KEY_OR_TRANSACTION;
      if (isLongBase58(word) && decodeBase58(word)?.length === 64 && finding === CLEAR) finding = TRANSACTION;
      continue;
    }
    if (JSON_IN_HEX.test(digits) && digits.length >= 80) return secretOf('wallet file');
    // XRP Ledger puts 00 or ED before a private key.
    if (digits.length === 66 && /^(?:00|ed)/i.test(digits)) return secretOf('private key');
    if (isNearlyKey(word)) finding = KEY_OR_TRANSACTION;
    if (digits.length !== 64 && digits.length !== 128) continue;
    if (isTransaction(word)) {
      if (finding === CLEAR) finding = TRANSACTION;
    } else if (!judgeInternetComputer(digits).ok) finding = KEY_OR_TRANSACTION;
  }
  return finding;
}

function hexDigits(word: string): string | null {
  const digits = /^(?:0x)?([\da-f]{64,})$/i.exec(word)?.[1];
  return digits === undefined ? null : digits;
}

/**
 * 32 bytes that lost up to four digits or got up to two more when they were copied. No format has addresses of such a
 * length but Aptos, which drops a zero at the beginning: they are addresses where Aptos is named, as those of 64 digits.
 * Public keys of 33 bytes are no secret, and numbers have no letters.
 */
function isNearlyKey(word: string): boolean {
  const digits = /^(?:0x)?([\da-f]{60,66})$/i.exec(word)?.[1];
  if (digits === undefined || digits.length === 64 || !/[a-f]/i.test(digits)) return false;
  return !(digits.length === 66 && /^0[23]/.test(digits));
}

/** The text without what people put between bytes: spaces, colons, commas, hyphens, brackets, `0x`. */
function bareHex(text: string): string {
  const bare = text.replace(/0x|[\s:,_\-[\]{}"']/gi, '');
  return /^[\da-f]+$/i.test(bare) ? bare : '';
}

function isLongBase58(word: string): boolean {
  return word.length >= 64 && word.length <= 90 && !/^(?:0x)?[\da-f]+$/i.test(word);
}

function base64Bytes(code: string): Uint8Array | undefined {
  try {
    return base64.decode(code);
  } catch {
    // The decoder has no other way to say that the last character holds bits that encode nothing.
    return undefined;
  }
}
