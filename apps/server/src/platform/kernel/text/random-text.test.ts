import { expect, it } from 'vitest';
import { randomText } from './random-text.ts';

it('is of the length that was asked for, and never the same twice', () => {
  const texts = Array.from({ length: 5_000 }, () => randomText(16, 'hex'));
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{32}$/);
  expect(randomText(12, 'base64url')).toMatch(/^[\w-]{16}$/);
});

it('uses every bit', () => {
  const ones = Array<number>(128).fill(0);
  for (let turn = 0; turn < 2_000; turn += 1) {
    const bits = BigInt(`0x${randomText(16, 'hex')}`);
    for (let bit = 0; bit < 128; bit += 1) ones[bit] = (ones[bit] ?? 0) + Number((bits >> BigInt(bit)) & 1n);
  }
  // Six standard deviations around one half.
  for (const count of ones) expect(Math.abs(count - 1_000)).toBeLessThan(135);
});

it('refuses more than a block', () => {
  expect(() => randomText(4_097, 'hex')).toThrow(RangeError);
});
