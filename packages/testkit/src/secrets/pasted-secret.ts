export interface PastedSecret {
  /** What it is, and where it is from or what is odd about the spelling. */
  readonly what: string;
  readonly text: string;
  readonly kind: 'private key' | 'extended private key' | 'seed phrase' | 'wallet file' | 'encrypted key';
}

/** 32 bytes that count up from a number. */
export function fixedBytes(start: number, length = 32): Uint8Array {
  return Uint8Array.from({ length }, (_byte, at) => (start + at * 7) & 0xff);
}
