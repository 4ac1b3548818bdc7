import { describe, expect, it } from 'vitest';
import { formatAmount, formatDay, formatShare, formatTime, formatUsd, sentencesOf, shortenAddress } from './words.ts';

describe('words of the certificate', () => {
  it('count money as the page does', () => {
    expect([formatUsd(1658.88), formatUsd(0.005), formatUsd(1_234_567), formatUsd(-2)]).toEqual([
      '$1,658.88',
      '$0.01',
      '$1,234,567.00',
      '-$2.00',
    ]);
    expect(formatAmount('123456789012345678', 8)).toBe('1,234,567,890.12345678');
    expect(formatAmount('1', 18)).toBe('0.000000000000000001');
    expect(formatAmount('1000', 0)).toBe('1,000');
    expect(formatAmount('1.5', 2)).toBe('1.5');
    expect(formatShare(0.0249)).toBe('2.5%');
  });

  it('tell times in UTC and leave alone what is none', () => {
    expect(formatTime('2026-11-20T11:47:03.000Z')).toBe('20 Nov 2026, 11:47');
    expect(formatDay('2022-08-08T23:59:59Z')).toBe('08 Aug 2022');
    expect(formatDay('some day')).toBe('some day');
  });

  it('shorten addresses and split headlines', () => {
    expect(shortenAddress('12345678901234')).toBe('12345…01234');
    expect(sentencesOf('Low risk. One star withheld.')).toEqual(['Low risk.', 'One star withheld.']);
    expect(sentencesOf('No end')).toEqual(['No end']);
  });
});
