import { expect, it } from 'vitest';
import { amountOf, unitsOf } from './amounts.ts';

it.each([
  ['0.01', '0.01'],
  ['100', '100'],
  ['4.20', '4.2'],
  ['5e-7', '0.0000005'],
  ['1e+2', '100'],
  ['1E-8', '0.00000001'],
  ['12345.123456789012345678', '12345.123456789012345678'],
  ['0', '0'],
])('%s is %s, exactly', (text, written) => {
  expect(amountOf(unitsOf(text) ?? -1n)).toBe(written);
});

it('what binary fractions cannot add up is added up', () => {
  const sum = (unitsOf('0.1') ?? 0n) + (unitsOf('0.2') ?? 0n);
  expect(sum).toBe(unitsOf('0.3'));
});

it.each(['', 'NaN', '-1', '1.', '.5', '1,5', 'Infinity', '0x10', ' 1'])('%j is no amount', (text) => {
  expect(unitsOf(text)).toBeNull();
});
