import { describe, expect, it } from 'vitest';
import { endsSoon } from './ends-soon.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

describe('the end of a subscription', () => {
  it.each([
    ['2026-11-20T12:00:01.000Z', true],
    ['2026-11-27T12:00:00.000Z', true],
    ['2026-11-27T12:00:01.000Z', false],
    ['2026-11-20T12:00:00.000Z', false],
    ['2026-11-19T12:00:00.000Z', false],
    [null, false],
  ])('[ERR-11] %s is soon: %s', (expiredIn, isSoon) => {
    expect(endsSoon(expiredIn, NOW)).toBe(isSoon);
  });
});
