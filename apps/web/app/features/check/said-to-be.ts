import type { TypedText } from './typed-text.ts';

/** A text of which the person said what it is; null for a wallet address. */
export function saidToBe(is: 'key' | 'transaction' | 'address'): TypedText | null {
  if (is === 'address') return null;
  const finding = is === 'key' ? ({ is: 'secret', kind: 'private key' } as const) : ({ is } as const);
  return { finding, address: null, notice: finding };
}
