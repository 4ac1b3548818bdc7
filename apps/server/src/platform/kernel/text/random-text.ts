import { randomFillSync } from 'node:crypto';

/** A call of the system costs some 20 µs, whatever it draws: bytes are drawn in blocks. */
const block = Buffer.alloc(4_096);
let used = block.length;

/** Random bytes that nobody can predict, as text. A lasting secret is drawn by itself: these bytes lie in memory before. */
export function randomText(bytes: number, encoding: 'hex' | 'base64url'): string {
  if (bytes > block.length) throw new RangeError(`At most ${block.length} bytes, not ${bytes}`);
  if (used + bytes > block.length) {
    randomFillSync(block);
    used = 0;
  }
  const end = used + bytes;
  const text = block.toString(encoding, used, end);
  // The block keeps nothing of what it gave.
  block.fill(0, used, end);
  used = end;
  return text;
}

/** Id of a record that nobody can guess: 16 random bytes in 32 hexadecimal digits. */
export function newId(): string {
  return randomText(16, 'hex');
}
