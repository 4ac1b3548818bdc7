import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 1 ', 1_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:01:40 GMT', 40_000],
    ['Thu, 01 Jan 1970 00:00:40 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    [null, null],
  ])('%s means %s ms, a minute after the epoch', (text, ms) => expect(readRetryAfter(text, 60_000)).toBe(ms));
});
