import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base32nopad } from '@scure/base';
import { decodeBase58 } from '../codecs/base58.ts';
import { equalBytes } from '../codecs/hash.ts';
import { encodeHex } from '../codecs/hex.ts';
import { concat, signature64, utf8 } from './bytes.ts';
import { recoverAccount } from './recover.ts';

/** EIP-191, version 0x45: `personal_sign`. The address is 0x and 40 lower-case hex digits. */
export function verifyEip191(address: string, text: string, signature: string): boolean {
  const account = recoverAccount(hashOf('\x19Ethereum Signed Message:\n', text), signature);
  return account !== undefined && `0x${encodeHex(account)}` === address;
}

/** TIP-191: `signMessageV2` of TronWeb. The address is base58. */
export function verifyTip191(address: string, text: string, signature: string): boolean {
  const account = recoverAccount(hashOf('\x19TRON Signed Message:\n', text), signature);
  const owner = decodeBase58(address)?.subarray(0, 21);
  return account !== undefined && owner !== undefined && equalBytes(owner, concat(Uint8Array.of(0x41), account));
}

/** Solana's `signMessage`: Ed25519 (RFC 8032) over the text's bytes by the key that the address is. */
export function verifySolana(address: string, text: string, signature: string): boolean {
  const key = decodeBase58(address);
  return key?.length === 32 && verifyEd25519(signature, utf8(text), key);
}

/** SEP-53: Ed25519 over the SHA-256 of `Stellar Signed Message:\n` and the text. */
export function verifyStellar(address: string, text: string, signature: string): boolean {
  const key = base32nopad.decode(address).subarray(1, 33);
  return verifyEd25519(signature, sha256(utf8(`Stellar Signed Message:\n${text}`)), key);
}

function hashOf(prefix: string, text: string): Uint8Array {
  const bytes = utf8(text);
  return keccak_256(concat(utf8(`${prefix}${bytes.length}`), bytes));
}

function verifyEd25519(signature: string, message: Uint8Array, key: Uint8Array): boolean {
  const bytes = signature64(signature);
  if (bytes === undefined) return false;
  try {
    return ed25519.verify(bytes, message, key, { zip215: false });
  } catch {
    // The library throws for a key that is no point of the curve: nobody can sign for such an address.
    return false;
  }
}
