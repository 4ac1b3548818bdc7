import { randomFillSync } from 'node:crypto';

/** A call of the system costs some 20 µs, whatever it draws: bytes are drawn in blocks. */
const block = Buffer.allocUnsafe(4_096);
let used = block.length;

/** Random bytes that no one can predict, as text. For keys that last, draw them alone: these were in memory before. */
export function randomText(bytes: number, encoding: 'hex' | 'base64url'): string {
  if (bytes > block.length) throw new RangeError(`At most ${block.length} bytes, not ${bytes}`);
  if (used + bytes > block.length) {
    randomFillSync(block);
    used = 0;
  }
  const end = used + bytes;
  const text = block.toString(encoding, used, end);
  // What was given is nowhere else.
  block.fill(0, used, end);
  used = end;
  return text;
}
