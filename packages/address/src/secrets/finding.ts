/** What kind of secret a text holds. Each gives its holder access to money, at once or after a password. */
export type SecretKind = 'private key' | 'extended private key' | 'seed phrase' | 'wallet file' | 'encrypted key';

/**
 * What a text is as far as secrets go. `key or transaction`: 32 or 64 bytes in hex, which no rule can distinguish, also
 * where a few digits of 32 bytes are missing or too many.
 * `clear`: no secret and no transaction; whether it is an address is for `validateAddress` to say.
 */
export type TextFinding =
  | { readonly is: 'secret'; readonly kind: SecretKind }
  | { readonly is: 'key or transaction' }
  | { readonly is: 'transaction' }
  | { readonly is: 'clear' };

export const CLEAR: TextFinding = { is: 'clear' };
export const TRANSACTION: TextFinding = { is: 'transaction' };
export const KEY_OR_TRANSACTION: TextFinding = { is: 'key or transaction' };

export function secretOf(kind: SecretKind): TextFinding {
  return { is: 'secret', kind };
}
