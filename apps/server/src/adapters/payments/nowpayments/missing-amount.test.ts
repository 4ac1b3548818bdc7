import { expect, it } from 'vitest';
import { missingAmount } from './missing-amount.ts';

it.each([
  ['0.01', '0.0035', '0.0065'],
  ['100', '99.5', '0.5'],
  ['1000', '1', '999'],
  ['0.3', '0.1', '0.2'],
  ['0.000002', '5e-7', '0.0000015'],
  ['1e+2', '0', '100'],
])('of %s less %s is %s', (asked, received, missing) => {
  expect(missingAmount(asked, received)).toBe(missing);
});

it.each([
  ['0.01', '0.01'],
  ['0.01', '0.02'],
  ['', '1'],
  ['1', 'NaN'],
  ['-1', '-2'],
])('of %s less %s is not known', (asked, received) => {
  expect(missingAmount(asked, received)).toBeNull();
});
