import type { Bech32Rules } from '@assay/domain';
import { bytesOfWords, readBech32 } from '../codecs/bech32.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';
import { listsFor } from './_network.ts';

/**
 * Chains whose accounts are one bech32 text (BIP-173, bech32m where the chain says so) of a fixed number of bytes under
 * a fixed prefix (SLIP-0173). Canonical: lower case; a chain letter (`X-avax1…`) stays in front.
 */
export function judgeBech32Account(address: string, rules: Bech32Rules, network: NetworkChoice): AddressVerdict {
  const chain = rules.chainLetters !== undefined && address.charAt(1) === '-' ? address.slice(0, 2) : '';
  if (chain !== '' && !rules.chainLetters?.includes(chain.charAt(0))) return refuse('Unknown prefix');
  const text = readBech32(address.slice(chain.length), rules.maxLength);
  if (!text.ok) return text;
  if (!listsFor(rules.prefixes, network).some((prefixes) => prefixes.includes(text.prefix)))
    return refuse('Unknown prefix');
  const variant = rules.variant ?? 'bech32';
  const fits = variant === 'either' ? text.checksum !== 'mismatch' : text.checksum === variant;
  if (!fits) return refuse('Invalid checksum');
  const bytes = bytesOfWords(text.words);
  if (bytes === undefined || !rules.sizesBytes.includes(bytes.length)) return refuse('Invalid program');
  return accept(chain + text.lowerCase, 'valid');
}
