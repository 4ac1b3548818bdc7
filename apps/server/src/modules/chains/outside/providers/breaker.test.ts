import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

function opened() {
  const clock = { ms: 0 };
  const breaker = new Breaker({ failures: 3, openMs: 100, longestOpenMs: 350, now: () => clock.ms });
  const fail = () => breaker.enter()?.('failed');
  return { clock, breaker, fail };
}

describe('a breaker', () => {
  it('opens after so many failures in a row, and not after fewer with an answer between them', () => {
    const { breaker, fail } = opened();
    fail();
    fail();
    breaker.enter()?.('answered');
    fail();
    fail();
    expect(breaker.state).toBe('closed');
    fail();
    expect(breaker.state).toBe('open');
    expect(breaker.enter()).toBeNull();
  });

  it('lets one question through when its time is over; an answer closes it', () => {
    const { clock, breaker, fail } = opened();
    for (let n = 0; n < 3; n += 1) fail();
    clock.ms = 99;
    expect(breaker.enter()).toBeNull();
    clock.ms = 100;
    expect(breaker.state).toBe('half-open');
    const leave = breaker.enter();
    expect(leave).not.toBeNull();
    expect(breaker.enter()).toBeNull();
    leave?.('answered');
    expect(breaker.state).toBe('closed');
    expect(breaker.enter()).not.toBeNull();
  });

  it('opens for twice as long each time the probe fails, up to a limit', () => {
    const { clock, breaker, fail } = opened();
    for (let n = 0; n < 3; n += 1) fail();
    for (const openMs of [100, 200, 350, 350]) {
      clock.ms += openMs - 1;
      expect(breaker.state).toBe('open');
      clock.ms += 1;
      expect(breaker.state).toBe('half-open');
      fail();
    }
  });

  it('keeps the place of the probe free when nobody waited for its end', () => {
    const { clock, breaker, fail } = opened();
    for (let n = 0; n < 3; n += 1) fail();
    clock.ms = 100;
    breaker.enter()?.('unknown');
    expect(breaker.state).toBe('half-open');
    expect(breaker.isPassable).toBe(true);
  });
});
