import { describe, expect, it } from 'vitest';
import {
  fieldDay,
  formatDottedDay,
  formatMoment,
  formatNamedDay,
  formatNumericDay,
  formatShortMoment,
} from './zoned-time.ts';

const LATE = '2026-12-31T23:30:00.000Z';

describe('a moment', () => {
  it('[HIST-06] reads DD MMM YYYY, HH:mm, and DD MMM, HH:mm on a phone within the year', () => {
    expect(formatMoment('2026-11-20T11:47:59.000Z', 'UTC')).toBe('20 Nov 2026, 11:47');
    const now = new Date('2026-12-01T00:00:00.000Z');
    expect(formatShortMoment('2026-09-05T04:05:00.000Z', 'UTC', now)).toBe('05 Sep, 04:05');
    expect(formatShortMoment('2025-09-05T04:05:00.000Z', 'UTC', now)).toBe('05 Sep 2025, 04:05');
  });

  it('is shown in the time zone of the user', () => {
    expect(formatMoment(LATE, 'Europe/Tallinn')).toBe('01 Jan 2027, 01:30');
    expect(formatMoment(LATE, 'America/New_York')).toBe('31 Dec 2026, 18:30');
    expect(formatMoment('2026-11-20T18:30:00.000Z', 'Asia/Kolkata')).toBe('21 Nov 2026, 00:00');
  });

  it('uses the current year in the time zone of the user', () => {
    const now = new Date('2026-12-31T23:59:00.000Z');
    expect(formatShortMoment('2026-06-01T10:00:00.000Z', 'Europe/Tallinn', now)).toBe('01 Jun 2026, 13:00');
  });

  it('reads DD-MM-YYYY and DD-MMM-YYYY as a day', () => {
    expect(formatNumericDay(LATE, 'UTC')).toBe('31-12-2026');
    expect(formatNamedDay(LATE, 'Asia/Tokyo')).toBe('01-Jan-2027');
  });

  it('reads DD.MM.YYYY in lists of administrators, and YYYY-MM-DD in their date field', () => {
    expect(formatDottedDay(LATE, 'Asia/Tokyo')).toBe('01.01.2027');
    expect(fieldDay(LATE, 'UTC')).toBe('2026-12-31');
    expect(fieldDay('soon', 'UTC')).toBe('');
  });

  it('leaves text that is no time unchanged', () => {
    expect(formatMoment('soon', 'UTC')).toBe('soon');
    expect(formatNumericDay('soon', 'UTC')).toBe('soon');
  });
});
