import { describe, expect, it } from 'vitest';
import { isHeldAlready } from './if-none-match.ts';

describe('the copy that a visitor has stored', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a" , "c"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['"A"', false],
    ['', false],
    [undefined, false],
  ])('is compared with If-None-Match: %s', (header, isHeld) => {
    const headers = header === undefined ? {} : { 'if-none-match': header };
    expect(isHeldAlready({ headers }, '"a"')).toBe(isHeld);
  });
});
