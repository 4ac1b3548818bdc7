import { expect, it } from 'vitest';
import { Kept } from './kept.ts';

it('holds what was found out of texts, and of long ones nothing', () => {
  const kept = new Kept<number>();
  kept.keep('exchange', 1);
  kept.keep('x'.repeat(33), 2);
  expect(kept.find('exchange')).toBe(1);
  expect(kept.find('x'.repeat(33))).toBeUndefined();
});

it('is bounded under a flood of texts, and keeps the usual ones again after it', () => {
  const kept = new Kept<number>();
  const texts = Array.from({ length: 100_000 }, (_, index) => `word ${index}`);
  for (const [index, text] of texts.entries()) kept.keep(text, index);
  expect(texts.filter((text) => kept.find(text) !== undefined).length).toBeLessThanOrEqual(5_000);
  kept.keep('exchange', 1);
  expect(kept.find('exchange')).toBe(1);
});
