import { createHmac } from 'node:crypto';
import { buildSeal, deriveKey, type Seal } from '../../../platform/kernel/seal.ts';

/** Seals secrets of factors, each bound to its account, and hashes recovery codes with keys of this installation. */
export interface FactorKeys extends Seal {
  /** The stored form of a recovery code. */
  codeHash(sub: string, code: string): Buffer;
}

/** `secret`: at least 32 bytes that only this installation knows. */
export function buildFactorKeys(secret: Uint8Array): FactorKeys {
  const codeKey = deriveKey(secret, 'recovery-code');
  return {
    ...buildSeal(deriveKey(secret, 'factor-secret')),
    codeHash: (sub, code) => createHmac('sha256', codeKey).update(`${sub} ${code}`).digest(),
  };
}
