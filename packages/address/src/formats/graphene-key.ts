import type { GrapheneRules } from '@assay/domain';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { decodeBase58 } from '../codecs/base58.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const KEY_BYTES = 33;
const NAME = /^[a-z][a-z0-9-]{2,62}$/;

/**
 * Public keys as EOS, FIO and BitShares write them: a prefix, base58 of the 33-byte key and the first four bytes of its
 * RIPEMD-160; `PUB_K1_` and `PUB_R1_` hash the curve's name with it (Antelope "public key formats"). Canonical: the text.
 */
export function judgeGrapheneKey(address: string, rules: GrapheneRules): AddressVerdict {
  if (address.length > 64) return refuse('Exceeds length limit');
  for (const prefix of rules.keyPrefixes) {
    if (address.startsWith(prefix)) return judgeKey(address, address.slice(prefix.length), '');
  }
  if (address.startsWith('PUB_K1_') || address.startsWith('PUB_R1_')) {
    return rules.keyPrefixes.includes('EOS')
      ? judgeKey(address, address.slice(7), address.slice(4, 6))
      : refuse('Unknown prefix');
  }
  return rules.names && NAME.test(address) ? accept(address, 'absent') : refuse('Unknown prefix');
}

function judgeKey(address: string, text: string, curve: string): AddressVerdict {
  const bytes = decodeBase58(text);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== KEY_BYTES + 4) return refuse('Unexpected length');
  const hashed = new Uint8Array(KEY_BYTES + curve.length);
  hashed.set(bytes.subarray(0, KEY_BYTES));
  for (let i = 0; i < curve.length; i++) hashed[KEY_BYTES + i] = curve.charCodeAt(i);
  const digest = ripemd160(hashed);
  for (let i = 0; i < 4; i++) if (digest[i] !== bytes[KEY_BYTES + i]) return refuse('Invalid checksum');
  return accept(address, 'valid');
}
