import type { BitcoinRules } from '@assay/domain';
import { readBech32 } from '../codecs/bech32.ts';
import { type AddressVerdict, accept, type NetworkChoice } from '../result.ts';
import { judgeBase58Check } from './bitcoin.ts';

const SEGWIT_SHAPE = /^sys1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{39}$/;

/**
 * Syscoin: `sys1` and 39 bech32 characters, or base58 check. The specification requires the characters only; `checksum`
 * says whether the bech32 checksum holds (BIP-173).
 */
export function judgeSyscoin(address: string, rules: BitcoinRules, network: NetworkChoice): AddressVerdict {
  if (!SEGWIT_SHAPE.test(address)) return judgeBase58Check(address, rules, network);
  const text = readBech32(address);
  return accept(address, text.ok && text.checksum !== 'mismatch' ? 'valid' : 'mismatch', 'p2wpkh');
}
