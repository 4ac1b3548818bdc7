import { describe, expect, it } from 'vitest';
import { formatAmount, formatDay, formatTime, shortenAddress } from './short-text.ts';

describe('short texts', () => {
  it('shorten an address from fourteen characters on', () => {
    expect(shortenAddress('1234567890123')).toBe('1234567890123');
    expect(shortenAddress('12345678901234')).toBe('12345…01234');
  });

  it('show base units as the coin counts them', () => {
    expect(formatAmount('1500000', 6)).toBe('1.5');
    expect(formatAmount('123456789012345678', 8)).toBe('1,234,567,890.12345678');
    expect(formatAmount('1', 18)).toBe('0.000000000000000001');
    expect(formatAmount('-250', 2)).toBe('-2.5');
    expect(formatAmount('1000', 0)).toBe('1,000');
    expect(() => formatAmount('1.5', 2)).toThrow(SyntaxError);
  });

  it('show times in UTC, whoever looks', () => {
    expect(formatTime('2026-11-20T11:47:03.000Z')).toBe('20 Nov 2026, 11:47');
    expect(formatDay('2022-08-08T23:59:59Z')).toBe('08 Aug 2022');
    expect(formatTime('some day')).toBe('some day');
  });
});
