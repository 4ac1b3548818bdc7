import type { TypedText } from './typed-text.ts';

/** A text of which the person said what it is; null for a wallet address. */
export function saidToBe(is: 'key' | 'address'): TypedText | null {
  if (is === 'address') return null;
  const finding = { is: 'secret', kind: 'private key' } as const;
  return { finding, address: null, notice: finding };
}
