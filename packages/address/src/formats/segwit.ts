import { bytesOfWords, readBech32 } from '../codecs/bech32.ts';
import { type AddressKind, type AddressVerdict, accept, refuse } from '../result.ts';

const MAX_WITNESS_VERSION = 16;

/**
 * Witness programs as BIP-141 (2 to 40 bytes, versions up to 16), BIP-173 (version 0, bech32: 20 or 32 bytes), BIP-341
 * (version 1: 32 bytes) and BIP-350 (bech32m from version 1) have them. Canonical: lower case.
 */
export function judgeSegwit(address: string, prefix: string): AddressVerdict {
  const text = readBech32(address);
  if (!text.ok) return text;
  if (text.prefix !== prefix) return refuse('Unknown prefix');
  const version = text.words[0];
  if (version === undefined) return refuse('Data too short');
  if (version > MAX_WITNESS_VERSION) return refuse('Unknown version');
  if (text.checksum !== (version === 0 ? 'bech32' : 'bech32m')) return refuse('Invalid checksum');
  const program = bytesOfWords(text.words.subarray(1));
  if (program === undefined) return refuse('Invalid program');
  const kind = kindOfProgram(version, program.length);
  return kind === undefined ? refuse('Invalid program') : accept(text.lowerCase, 'valid', kind);
}

function kindOfProgram(version: number, sizeBytes: number): AddressKind | undefined {
  if (sizeBytes < 2 || sizeBytes > 40) return undefined;
  if (version === 0) return sizeBytes === 20 ? 'p2wpkh' : sizeBytes === 32 ? 'p2wsh' : undefined;
  if (version === 1) return sizeBytes === 32 ? 'p2tr' : undefined;
  return 'p2w-unknown';
}
