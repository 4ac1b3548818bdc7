import { describe, expect, it } from 'vitest';
import { usdOf } from './usd.ts';

describe('USD of an amount', () => {
  it('counts stablecoins at par, whatever their decimals', () => {
    expect(usdOf('USDT', 1_234_567n, 6)).toBe(1.23);
    expect(usdOf('DAI', 10n ** 18n * 3n, 18)).toBe(3);
    expect(usdOf('USDC', 0n, 6)).toBe(0);
  });

  it('rounds half a cent up and keeps sums beyond what a number holds exactly', () => {
    expect(usdOf('USDT', 5_000n, 6)).toBe(0.01);
    expect(usdOf('USDT', 4_999n, 6)).toBe(0);
    expect(usdOf('DAI', 10n ** 18n * 123_456_789_012n + 10n ** 16n, 18)).toBe(123_456_789_012.01);
  });

  it('knows no other price', () => {
    expect(usdOf('BTC', 100_000_000n, 8)).toBeNull();
    expect(usdOf('UST', 1n, 6)).toBeNull();
  });
});
