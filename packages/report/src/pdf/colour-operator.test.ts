import { expect, it } from 'vitest';
import { colourOperator } from './colour-operator.ts';

it('sets a colour for filling or for lines', () => {
  expect(colourOperator('#ff0000', 'fill')).toBe('1 0 0 rg');
  expect(colourOperator('#336699', 'stroke')).toBe('0.2 0.4 0.6 RG');
});

it('refuses what is no colour of six digits', () => {
  expect(() => colourOperator('#fff', 'fill')).toThrow(RangeError);
  expect(() => colourOperator('red', 'stroke')).toThrow('"colour" expected #rrggbb, got red');
});
