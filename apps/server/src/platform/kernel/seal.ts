import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals secrets for the database: AES-256-GCM with 12 bytes of nonce, 16 of tag, then the text. */
export interface Seal {
  /** `context` binds the sealed text to what it belongs to; it is not stored in it. */
  seal(context: string, plain: Uint8Array): Buffer;
  /** Null when it was sealed with another key or for another context. */
  open(context: string, sealed: Uint8Array): Buffer | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** `key`: 32 bytes for this one purpose. */
export function buildSeal(key: Uint8Array): Seal {
  return {
    seal(context, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(context, sealed) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]);
      } catch {
        // Node has no error of its own for a tag that does not fit.
        return null;
      }
    },
  };
}

/** A key of 32 bytes for one purpose, from the secret of the installation (RFC 5869). */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `assay ${purpose}`, 32));
}
