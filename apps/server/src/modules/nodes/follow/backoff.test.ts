import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';
import { NodeError } from './follow.ports.ts';

const limited = (retryAfterMs: number | null) => new NodeError({ kind: 'limited', node: 'a', retryAfterMs });

it('waits longer each time, to half a minute, and a second again after a success', () => {
  const backoff = new Backoff();
  const waits = Array.from({ length: 7 }, () => backoff.next(new Error('any')));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  backoff.reset();
  expect(backoff.next(limited(null))).toBe(1_000);
});

it('waits as long as a node asks, and never so long that a timer would end at once', () => {
  expect(new Backoff().next(limited(60_000))).toBe(60_000);
  expect(new Backoff().next(limited(1e15))).toBe(600_000);
  expect(new Backoff().next(limited(-1))).toBe(1_000);
});
