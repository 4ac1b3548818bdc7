import { expect, it } from 'vitest';
import { encodeRlp } from './rlp.ts';

it.each([
  [new TextEncoder().encode('dog'), '83646f67'],
  [[], 'c0'],
  [new Uint8Array(), '80'],
  [[[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
  [new Uint8Array(56), `b838${'0'.repeat(112)}`],
])('%j is written as the examples of the recursive length prefix say', (item, hex) => {
  expect(Buffer.from(encodeRlp(item)).toString('hex')).toBe(hex);
});
