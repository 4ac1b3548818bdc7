import { describe, expect, it } from 'vitest';
import { optionalIndex, optionalTime, RowError, requiredText } from './fields.ts';

describe('fields of a row', () => {
  it('are refused, row by row, where the database could not store them', () => {
    expect(optionalIndex({ sequence: '2147483647' }, 'sequence')).toBe(2_147_483_647);
    expect(() => optionalIndex({ sequence: '2147483648' }, 'sequence')).toThrow(
      new RowError('"sequence" is 2147483648, beyond 2147483647'),
    );
    expect(() => requiredText({ transaction: 't\0' }, 'transaction')).toThrow(
      new RowError('"transaction" holds a zero byte'),
    );
  });

  it('give times up to the last second that records can have, in both forms', () => {
    expect(optionalTime({ time: '4294967295' }, 'time')).toBe(2 ** 32 - 1);
    expect(optionalTime({ time: '2020-09-13 12:26:40+02:00' }, 'time')).toBe(1_599_992_800);
    expect(() => optionalTime({ time: '4294967296' }, 'time')).toThrow(
      new RowError(`"time" is '4294967296', beyond the year 2106`),
    );
    expect(() => optionalTime({ time: '2200-01-01T00:00:00Z' }, 'time')).toThrow('beyond the year 2106');
    expect(() => optionalTime({ time: '1960-01-01T00:00:00Z' }, 'time')).toThrow('expected Unix seconds');
  });

  it.each(['2026-02-30T00:00:00Z', '2025-02-29 10:00:00', '2026-04-31T00:00:00+05:00', '2026-01-01T24:00:00Z'])(
    'are no time where the calendar or the clock has none: %s',
    (time) => {
      expect(() => optionalTime({ time }, 'time')).toThrow(
        new RowError(`"time" is '${time}', which no calendar or clock shows`),
      );
    },
  );

  it('give the leap day of a leap year, also where a zone makes it another day', () => {
    expect(optionalTime({ time: '2024-02-29T23:30:00-05:00' }, 'time')).toBe(1_709_267_400);
  });
});
