import { describe, expect, it } from 'vitest';
import { UsedNonces } from './used-nonces.ts';

describe('nonces', () => {
  it('are accepted once as long as their signature counts, and forgotten after', () => {
    let now = 0;
    const nonces = new UsedNonces(1_000, { now: () => now });
    expect([nonces.use('a'), nonces.use('a'), nonces.use('b')]).toEqual([true, false, true]);
    now = 999;
    expect(nonces.use('a')).toBe(false);
    now = 1_000;
    expect(nonces.use('a')).toBe(true);
  });

  it('are bounded: beyond the bound none is accepted until old ones are forgotten', () => {
    let now = 0;
    const nonces = new UsedNonces(1_000, { most: 2, now: () => now });
    expect([nonces.use('a'), nonces.use('b'), nonces.use('c')]).toEqual([true, true, false]);
    now = 1_000;
    expect(nonces.use('c')).toBe(true);
  });
});
