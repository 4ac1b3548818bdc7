import { bytesOfWords, readBech32 } from '../codecs/bech32.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/** The treasury has no key: it is written as 21 zero bytes in hex. */
const TREASURY = '0'.repeat(42);

/**
 * Pactus: bech32m under `pc`, one word of type (1 validator, 2 and 3 accounts) and 20 bytes (PIP-3). Canonical: lower
 * case.
 */
export function judgePactus(address: string): AddressVerdict {
  if (address === TREASURY) return accept(address, 'absent');
  const text = readBech32(address);
  if (!text.ok) return text;
  if (text.prefix !== 'pc') return refuse('Unknown prefix');
  if (text.checksum !== 'bech32m') return refuse('Invalid checksum');
  const type = text.words[0] ?? 0;
  if (type < 1 || type > 3) return refuse('Unknown version');
  return bytesOfWords(text.words.subarray(1))?.length === 20
    ? accept(text.lowerCase, 'valid')
    : refuse('Invalid program');
}
