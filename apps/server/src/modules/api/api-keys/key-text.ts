import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiMode } from '@assay/domain';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** One length for both, so that a key has the same form in either mode. */
const PREFIX_OF: Readonly<Record<ApiMode, string>> = { live: 'aml_live_', test: 'aml_test_' };
const PREFIX_LENGTH = PREFIX_OF.live.length;
const RANDOM_DIGITS = 32;
const CHECKSUM_DIGITS = 6;
const FORM = new RegExp(`^aml_(?:live|test)_[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`);

/**
 * A new key: `aml_live_` or `aml_test_`, 32 random digits of base 62 (190 bits), and the CRC-32 of all before it as six more digits. A
 * scanner of leaked secrets recognises a key without asking anybody.
 */
export function newKeyText(mode: ApiMode): string {
  const body = PREFIX_OF[mode] + randomDigits(RANDOM_DIGITS);
  return body + checksumOf(body);
}

/** Whether the text has the form of a key and its checksum is right. It may still be no key of this service. */
export function isKeyText(text: string): boolean {
  if (!FORM.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
}

/** What is stored of a key: SHA-256, 32 bytes. */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What lists show of a key: enough to find it in one's own settings, too little to use it. */
export function hintOfKey(text: string): string {
  return `${text.slice(0, PREFIX_LENGTH + 4)}…${text.slice(-4)}`;
}

/** Random digits of base 62, for ids and keys. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => DIGITS[randomInt(DIGITS.length)]).join('');
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let digit = 0; digit < CHECKSUM_DIGITS; digit += 1) {
    digits = (DIGITS[rest % DIGITS.length] ?? '') + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
