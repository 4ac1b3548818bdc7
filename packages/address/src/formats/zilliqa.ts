import { readBech32 } from '../codecs/bech32.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const PREFIX = 'zil';
const WORDS = 32;

/** Zilliqa: `zil1` in lower case, a bech32 text of 32 words (ZIP-1, BIP-173). Canonical: the text. */
export function judgeZilliqa(address: string): AddressVerdict {
  if (!address.startsWith(`${PREFIX}1`)) return refuse('Unknown prefix');
  const text = readBech32(address);
  if (!text.ok) return text;
  if (text.prefix !== PREFIX) return refuse('Unknown prefix');
  if (text.checksum !== 'bech32') return refuse('Invalid checksum');
  return text.words.length === WORDS ? accept(address, 'valid') : refuse('Invalid program');
}
