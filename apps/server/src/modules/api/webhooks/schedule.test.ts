import { describe, expect, it } from 'vitest';
import { DISABLED_AFTER_FAILURES, DISABLED_AFTER_MS, RETRY_WAITS_MS, waitAfter } from './schedule.ts';

const HOUR_MS = 3_600_000;

describe('the waits of a webhook that fails', () => {
  it('grow from seconds to most of a day, over three days in eleven attempts', () => {
    expect(RETRY_WAITS_MS.toSorted((one, other) => one - other)).toEqual(RETRY_WAITS_MS);
    expect(RETRY_WAITS_MS.length + 1).toBe(11);
    expect(RETRY_WAITS_MS[0]).toBe(5_000);
    const hours = RETRY_WAITS_MS.reduce((sum, wait) => sum + wait, 0) / HOUR_MS;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThanOrEqual(72);
  });

  it('end with the last attempt', () => {
    expect(waitAfter(10, null)).toBe(20 * HOUR_MS);
    expect(waitAfter(11, null)).toBeNull();
    expect(waitAfter(11, 3_600)).toBeNull();
  });

  it('are made longer by what the receiver asks for, up to an hour, and never shorter', () => {
    expect(waitAfter(1, 30)).toBe(30_000);
    expect(waitAfter(1, 86_400)).toBe(HOUR_MS);
    expect(waitAfter(5, 1)).toBe(2 * HOUR_MS);
  });

  it('are long enough that an endpoint which never answers is disabled, and no sooner than after three days', () => {
    expect(DISABLED_AFTER_MS).toBe(72 * HOUR_MS);
    expect(DISABLED_AFTER_FAILURES).toBeLessThanOrEqual(RETRY_WAITS_MS.length);
  });
});
