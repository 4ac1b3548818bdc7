import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../auth/index.ts';

/** Seals secrets of factors and hashes recovery codes with keys of this installation. */
export interface FactorKeys {
  /** AES-256-GCM, bound to the account: 12 bytes of nonce, 16 of tag, then the text. */
  seal(sub: string, secret: Uint8Array): Buffer;
  /** Null when it was sealed with another key or for another account. */
  open(sub: string, sealed: Uint8Array): Buffer | null;
  /** The stored form of a recovery code. */
  codeHash(sub: string, code: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** `secret`: at least 32 bytes that only this installation knows. */
export function buildFactorKeys(secret: Uint8Array): FactorKeys {
  const sealKey = deriveKey(secret, 'factor-secret');
  const codeKey = deriveKey(secret, 'recovery-code');
  return {
    seal(sub, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, nonce).setAAD(Buffer.from(sub));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sub, sealed) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, sealKey, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(sub))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]);
      } catch {
        // Node has no error of its own for a tag that does not fit.
        return null;
      }
    },
    codeHash: (sub, code) => createHmac('sha256', codeKey).update(`${sub} ${code}`).digest(),
  };
}
