import { expect, it } from 'vitest';
import { startOfDay } from './zoned-days.ts';

it.each([
  ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z'],
  ['Europe/Tallinn', '2026-12-31', '2026-12-30T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z'],
  ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z'],
  // The clocks go forward, and back, on these very days.
  ['Europe/Tallinn', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['Europe/Tallinn', '2026-10-25', '2026-10-24T21:00:00.000Z'],
  ['Europe/Tallinn', '2026-10-26', '2026-10-25T22:00:00.000Z'],
  // Where midnight is left out the day begins at one; where it comes twice, with the first.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, start) => {
  expect(startOfDay(Date.parse(day), zone).toISOString()).toBe(start);
});
