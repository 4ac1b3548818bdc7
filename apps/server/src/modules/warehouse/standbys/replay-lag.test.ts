import { describe, expect, it } from 'vitest';
import { ReplayLag } from './replay-lag.ts';

describe('the lag of a standby', () => {
  it('is nothing while the primary is idle, however long', () => {
    const lag = new ReplayLag();
    lag.notePrimary(100n, 0);
    lag.notePrimary(100n, 60_000);
    expect(lag.of(100n, 60_000, 60_000)).toBe(0);
  });

  it('is the age of the oldest position that it has not reached', () => {
    const lag = new ReplayLag();
    for (const second of [0, 1, 2, 3]) lag.notePrimary(BigInt(100 * second), second * 1_000);
    expect(lag.of(300n, null, 3_000)).toBe(0);
    expect(lag.of(299n, null, 3_000)).toBe(0);
    expect(lag.of(299n, null, 4_000)).toBe(1_000);
    expect(lag.of(100n, null, 3_500)).toBe(1_500);
  });

  it('is by the last replayed transaction where it is behind everything that was noted', () => {
    const lag = new ReplayLag();
    lag.notePrimary(100n, 5_000);
    expect(lag.of(90n, 20_000, 5_000)).toBe(20_000);
    expect(lag.of(90n, null, 7_000)).toBe(2_000);
  });

  it('does not grow while a standby follows at a distance', () => {
    const lag = new ReplayLag();
    const lags = Array.from({ length: 300 }, (_, second) => {
      lag.notePrimary(BigInt(second), second * 1_000);
      return lag.of(BigInt(Math.max(0, second - 5)), null, second * 1_000);
    });
    expect(Math.max(...lags)).toBe(4_000);
  });
});
