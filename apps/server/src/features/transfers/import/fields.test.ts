import { describe, expect, it } from 'vitest';
import { optionalIndex, optionalTime, RowError, requiredText } from './fields.ts';

describe('fields of a row', () => {
  it('are refused, row by row, where the database could not hold them', () => {
    expect(optionalIndex({ sequence: '2147483647' }, 'sequence')).toBe(2_147_483_647);
    expect(() => optionalIndex({ sequence: '2147483648' }, 'sequence')).toThrow(
      new RowError('"sequence" is 2147483648, beyond 2147483647'),
    );
    expect(() => requiredText({ transaction: 't\0' }, 'transaction')).toThrow(
      new RowError('"transaction" holds a zero byte'),
    );
  });

  it('tell times up to the last second records can have, in both forms', () => {
    expect(optionalTime({ time: '4294967295' }, 'time')).toBe(2 ** 32 - 1);
    expect(optionalTime({ time: '2020-09-13 12:26:40+02:00' }, 'time')).toBe(1_599_992_800);
    expect(() => optionalTime({ time: '4294967296' }, 'time')).toThrow(
      new RowError(`"time" is '4294967296', beyond the year 2106`),
    );
    expect(() => optionalTime({ time: '2200-01-01T00:00:00Z' }, 'time')).toThrow('beyond the year 2106');
    expect(() => optionalTime({ time: '1960-01-01T00:00:00Z' }, 'time')).toThrow('expected Unix seconds');
  });
});
