import { describe, expect, it } from 'vitest';
import { endOfDay } from './end-of-day.ts';

describe('the end of a day', () => {
  it.each([
    ['2026-12-31', 'UTC', '2026-12-31T23:59:59.999Z'],
    ['2026-12-31', 'Europe/Tallinn', '2026-12-31T21:59:59.999Z'],
    ['2026-12-31', 'America/New_York', '2027-01-01T04:59:59.999Z'],
    // Clocks go forward that night; the next case is the night they go back.
    ['2026-03-28', 'Europe/Tallinn', '2026-03-28T21:59:59.999Z'],
    ['2026-03-29', 'Europe/Tallinn', '2026-03-29T20:59:59.999Z'],
    ['2026-10-25', 'Europe/Tallinn', '2026-10-25T21:59:59.999Z'],
    ['2026-06-01T22:30:00Z', 'Europe/Tallinn', '2026-06-02T20:59:59.999Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-06-01T09:59:59.999Z'],
  ])('%s in %s is %s', (day, timeZone, expected) => {
    expect(endOfDay(day, timeZone).toISOString()).toBe(expected);
  });
});
