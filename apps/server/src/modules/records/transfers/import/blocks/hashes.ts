import { hash } from 'node:crypto';

/** Bitcoin's hash of nearly everything: SHA-256 of SHA-256. */
export function sha256d(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

export function hash160(bytes: Uint8Array): Buffer {
  return hash('ripemd160', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** Hashes of blocks and transactions are shown with their bytes reversed. */
export function shown(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex');
}

/** Root of the tree over hashes; `isDoubled` where two equal neighbours make one list pass for another. */
export function merkleRoot(leaves: readonly Buffer[]): { readonly root: Buffer; readonly isDoubled: boolean } {
  let level = leaves;
  let isDoubled = false;
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? Buffer.alloc(32);
      const right = level[at + 1];
      if (right?.equals(left) === true) isDoubled = true;
      next.push(sha256d(Buffer.concat([left, right ?? left])));
    }
    level = next;
  }
  return { root: level[0] ?? Buffer.alloc(32), isDoubled };
}
