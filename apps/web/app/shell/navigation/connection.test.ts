import { describe, expect, it } from 'vitest';
import { mayPrefetch } from './connection.ts';

describe('prefetching', () => {
  it.each([
    ['a connection nobody knows', undefined, true],
    ['a fast one', { effectiveType: '4g', saveData: false }, true],
    ['a fast one that saves data', { effectiveType: '4g', saveData: true }, false],
    ['3g', { effectiveType: '3g' }, false],
    ['2g', { effectiveType: '2g', saveData: false }, false],
    ['slow 2g', { effectiveType: 'slow-2g' }, false],
  ])('[ROUTE-18] on %s', (_name, connection, expected) => {
    expect(mayPrefetch(connection)).toBe(expected);
  });
});
