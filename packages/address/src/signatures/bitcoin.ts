import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { decodeBase58 } from '../codecs/base58.ts';
import { bytesOfWords, readBech32 } from '../codecs/bech32.ts';
import { equalBytes } from '../codecs/hash.ts';
import { compactSize, concat, fromBase64, littleEndian, utf8 } from './bytes.ts';
import { recoverKey } from './recover.ts';

const SIGHASH_ALL = 1;
const OP_RETURN = Uint8Array.of(0x6a);

const hash256 = (data: Uint8Array) => sha256(sha256(data));
const hash160 = (data: Uint8Array) => ripemd160(sha256(data));

function taggedHash(tag: string, data: Uint8Array): Uint8Array {
  const hash = sha256(utf8(tag));
  return sha256(concat(hash, hash, data));
}

/** Signed messages as Bitcoin Core's `signmessage` makes them: 65 bytes in base64, for addresses of one public key. */
export function verifyBitcoinLegacy(address: string, text: string, signature: string): boolean {
  const bytes = fromBase64(signature);
  const owner = decodeBase58(address);
  if (bytes?.length !== 65 || owner?.length !== 25 || owner[0] !== 0) return false;
  const header = (bytes[0] ?? 0) - 27;
  if (header < 0 || header > 7) return false;
  const message = utf8(text);
  const hash = hash256(concat(utf8('\x18Bitcoin Signed Message:\n'), compactSize(message.length), message));
  const key = recoverKey(hash, bytes.subarray(1), header & 3, header >= 4);
  return key !== undefined && equalBytes(hash160(key), owner.subarray(1, 21));
}

/**
 * BIP-322, simple form: the witness of a virtual transaction in base64, for the native witness programs of one key
 * (P2WPKH with SIGHASH_ALL, and P2TR by its key).
 */
export function verifyBip322(address: string, text: string, signature: string): boolean {
  const program = programOf(address);
  const witness = fromBase64(signature);
  const stack = witness === undefined ? undefined : stackOf(witness);
  if (program === undefined || stack === undefined) return false;
  const script = concat(
    Uint8Array.of(program.version === 0 ? 0 : 0x50 + program.version, program.bytes.length),
    program.bytes,
  );
  const spent = spentId(script, text);
  try {
    if (program.version === 0) return verifyWitnessKey(program.bytes, stack, spent);
    return verifyTaproot(program.bytes, script, stack, spent);
  } catch {
    // The libraries throw for bytes that are no signature or no key.
    return false;
  }
}

function programOf(address: string): { readonly version: 0 | 1; readonly bytes: Uint8Array } | undefined {
  const read = readBech32(address);
  if (!read.ok || read.prefix !== 'bc') return undefined;
  const bytes = bytesOfWords(read.words.subarray(1));
  if (bytes === undefined) return undefined;
  if (read.words[0] === 0 && bytes.length === 20) return { version: 0, bytes };
  return read.words[0] === 1 && bytes.length === 32 ? { version: 1, bytes } : undefined;
}

/** The items of a serialised witness of short items; undefined where bytes are missing or left over. */
function stackOf(witness: Uint8Array): readonly Uint8Array[] | undefined {
  const items: Uint8Array[] = [];
  let at = 1;
  for (let count = witness[0] ?? 0; count > 0; count -= 1) {
    const length = witness[at] ?? 0xfd;
    if (length >= 0xfd || at + 1 + length > witness.length) return undefined;
    items.push(witness.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === witness.length ? items : undefined;
}

/** Id of the virtual transaction that holds the message (`to_spend`). */
function spentId(script: Uint8Array, text: string): Uint8Array {
  const message = taggedHash('BIP0322-signed-message', utf8(text));
  return hash256(
    concat(
      littleEndian(0, 4),
      Uint8Array.of(1),
      new Uint8Array(32),
      littleEndian(0xffffffff, 4),
      Uint8Array.of(34, 0, 32),
      message,
      littleEndian(0, 4),
      Uint8Array.of(1),
      littleEndian(0, 8),
      compactSize(script.length),
      script,
      littleEndian(0, 4),
    ),
  );
}

/** The only output of the virtual transaction that spends it (`to_sign`). */
const OUTPUT = concat(littleEndian(0, 8), compactSize(OP_RETURN.length), OP_RETURN);

/** The hash that BIP-143 has signed, for `to_sign`. */
function verifyWitnessKey(program: Uint8Array, stack: readonly Uint8Array[], spent: Uint8Array): boolean {
  const [signature, key, ...more] = stack;
  if (signature === undefined || key?.length !== 33 || more.length > 0) return false;
  if (signature.at(-1) !== SIGHASH_ALL || !equalBytes(hash160(key), program)) return false;
  const outpoint = concat(spent, littleEndian(0, 4));
  const hash = hash256(
    concat(
      littleEndian(0, 4),
      hash256(outpoint),
      hash256(littleEndian(0, 4)),
      outpoint,
      Uint8Array.of(0x19, 0x76, 0xa9, 0x14),
      program,
      Uint8Array.of(0x88, 0xac),
      littleEndian(0, 8),
      littleEndian(0, 4),
      hash256(OUTPUT),
      littleEndian(0, 4),
      littleEndian(SIGHASH_ALL, 4),
    ),
  );
  return secp256k1.verify(signature.subarray(0, -1), hash, key, { prehash: false, format: 'der' });
}

/** The hash that BIP-341 has signed by the key of the output, for `to_sign`. */
function verifyTaproot(key: Uint8Array, script: Uint8Array, stack: readonly Uint8Array[], spent: Uint8Array): boolean {
  const [signature, ...more] = stack;
  if (signature === undefined || more.length > 0) return false;
  const type = signature.length === 64 ? 0 : signature[64];
  if (signature.length > 65 || (type !== 0 && type !== SIGHASH_ALL) || (signature.length === 65 && type === 0))
    return false;
  const hash = taggedHash(
    'TapSighash',
    concat(
      Uint8Array.of(0, type),
      littleEndian(0, 4),
      littleEndian(0, 4),
      sha256(concat(spent, littleEndian(0, 4))),
      sha256(littleEndian(0, 8)),
      sha256(concat(compactSize(script.length), script)),
      sha256(littleEndian(0, 4)),
      sha256(OUTPUT),
      Uint8Array.of(0),
      littleEndian(0, 4),
    ),
  );
  return schnorr.verify(signature.subarray(0, 64), hash, key);
}
