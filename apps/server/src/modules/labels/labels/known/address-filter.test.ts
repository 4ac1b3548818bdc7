import { expect, it } from 'vitest';
import { AddressFilter } from './address-filter.ts';

it('never denies an address that was added, and seldom takes another for one', () => {
  const filter = new AddressFilter(20_000);
  for (let at = 0; at < 20_000; at += 1) filter.add(`0x${at.toString(16).padStart(40, '0')}`);
  for (let at = 0; at < 20_000; at += 1) expect(filter.mayContain(`0x${at.toString(16).padStart(40, '0')}`)).toBe(true);
  let wrong = 0;
  for (let at = 20_000; at < 120_000; at += 1) {
    if (filter.mayContain(`0x${at.toString(16).padStart(40, '0')}`)) wrong += 1;
  }
  expect(wrong).toBeLessThan(200);
});

it('can be empty', () => {
  expect(new AddressFilter(0).mayContain('a')).toBe(false);
});
