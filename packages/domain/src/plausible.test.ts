import { expect, it } from 'vitest';
import { AHEAD_SECONDS, implausible } from './plausible.ts';

const NOW = 1_700_000_000;
const USDT = { network: 'ETH', ticker: 'USDT', time: NOW, amounts: [50_000_000n] } as const;

it('refuses a record that is dated ahead of the clock by more than blocks may be', () => {
  expect(implausible({ ...USDT, time: NOW + AHEAD_SECONDS }, NOW)).toBeNull();
  expect(implausible({ ...USDT, time: 4_070_908_800 }, NOW)).toBe(
    'the time 2099-01-01T00:00:00Z is more than 2 hours ahead of now',
  );
});

it('refuses a time that is beyond all dates', () => {
  expect(implausible({ ...USDT, time: 8_640_000_000_000 }, NOW)).toBe(
    'the time +275760-09-13T00:00:00Z is more than 2 hours ahead of now',
  );
  for (const time of [8_640_000_000_001, Number.MAX_SAFE_INTEGER]) {
    expect(implausible({ ...USDT, time }, NOW)).toBe(`the time ${time} is more than 2 hours ahead of now`);
  }
});

it('refuses an amount that no asset has', () => {
  expect(implausible({ ...USDT, amounts: [10n ** 24n] }, NOW)).toBeNull();
  expect(implausible({ ...USDT, amounts: [1n, 10n ** 24n + 1n] }, NOW)).toContain('the amount has 25 digits');
  expect(implausible({ ...USDT, amounts: [2n ** 256n] }, NOW)).toContain('more than there can be');
});
