import { type AddressVerdict, accept, refuse } from '../result.ts';

const SHAPE = /^NQ[0-9]{2}[0-9A-HJ-NP-VXY]{32}$/;

/**
 * Nimiq: `NQ`, two check digits and 32 base32 characters, often in groups of four; the check digits are those of an
 * IBAN (ISO 13616, modulo 97). Canonical: upper case without spaces.
 */
export function judgeNimiq(address: string): AddressVerdict {
  const text = address.replaceAll(' ', '').toUpperCase();
  if (!text.startsWith('NQ')) return refuse('Unknown prefix');
  if (text.length !== 36) return refuse('Unexpected length');
  if (!SHAPE.test(text)) return refuse('Unknown character');
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    // Letters count as 10 to 35, two digits each.
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1 ? accept(text, 'valid') : refuse('Invalid checksum');
}
