import { describe, expect, it } from 'vitest';
import { readNumber } from './whole-number.ts';

describe('a number that was typed', () => {
  it.each([
    ['3', 3],
    [' 0 ', 0],
    ['100', 100],
    ['101', null],
    ['-1', null],
    ['1.5', null],
    ['1e1', null],
    ['', null],
    ['x', null],
    ['99999999999', null],
  ])('is %j as %j', (text, number) => {
    expect(readNumber(text, 100)).toBe(number);
  });
});
