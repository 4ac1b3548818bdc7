import { base64 } from '@scure/base';
import { decodeBase58 } from '../codecs/base58.ts';
import { decodeHex } from '../codecs/hex.ts';
import { judgeInternetComputer } from '../formats/internet-computer.ts';
import { CLEAR, KEY_OR_TRANSACTION, secretOf, type TextFinding, TRANSACTION } from './finding.ts';

export type IsKeyPair = (bytes: Uint8Array) => boolean;

/** `{"` in hex: Filecoin and others export a wallet file so. */
const JSON_IN_HEX = /^7b22/i;

/** 64 bytes spelled in hex, base58 or base64 among what a text holds. */
export function bytesOf64(text: string, words: readonly string[]): readonly Uint8Array[] {
  const found = [...words.map(hexDigits), hexDigits(bareHex(text))].flatMap((digits) =>
    digits?.length === 128 ? [decodeHex(digits)] : [],
  );
  for (const word of words) if (isLongBase58(word)) found.push(decodeBase58(word));
  for (const [code] of text.replace(/\s+/g, '').matchAll(/[A-Za-z0-9+/]{86}==/g)) found.push(base64Bytes(code));
  return found.filter((bytes) => bytes?.length === 64) as Uint8Array[];
}

/**
 * What bytes without a form of their own are. In hex: 32 bytes can be a private key or a transaction id, unless they
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
  if (bytesOf64(text, words).some(isKeyPair)) return secretOf('private key');
  let finding: TextFinding = CLEAR;
  for (const word of [...words, bareHex(text)]) {
    const digits = hexDigits(word);
    if (digits === null) {
      if (isLongBase58(word) && decodeBase58(word)?.length === 64 && finding === CLEAR) finding = TRANSACTION;
      continue;
    }
    if (JSON_IN_HEX.test(digits) && digits.length >= 80) return secretOf('wallet file');
    // XRP Ledger puts 00 or ED before a private key.
    if (digits.length === 66 && /^(?:00|ed)/i.test(digits)) return secretOf('private key');
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
