import { base58, base58xmr, base58xrp } from '@scure/base';

const BITCOIN_LETTERS = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** Bytes of a base58 text (Bitcoin's alphabet), undefined when a character is not in it. Bound the length first. */
export function decodeBase58(text: string): Uint8Array | undefined {
  return BITCOIN_LETTERS.test(text) ? base58.decode(text) : undefined;
}

/** Base58 text of bytes (Bitcoin's alphabet). */
export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** The same with the XRP Ledger's order of the alphabet. */
export function decodeRippleBase58(text: string): Uint8Array | undefined {
  return BITCOIN_LETTERS.test(text) ? base58xrp.decode(text) : undefined;
}

/** Base58 text of bytes in that order. */
export function encodeRippleBase58(bytes: Uint8Array): string {
  return base58xrp.encode(bytes);
}

/**
 * CryptoNote's block-wise base58: 8 bytes become 11 characters. Undefined for a character outside the alphabet, or a
 * block that encodes more than its bytes can hold.
 */
export function decodeMoneroBase58(text: string): Uint8Array | undefined {
  if (!BITCOIN_LETTERS.test(text)) return undefined;
  try {
    return base58xmr.decode(text);
  } catch {
    // The decoder has no other way to say that a block overflows or has an impossible length.
    return undefined;
  }
}
