import { describe, expect, it } from 'vitest';
import { AccountNumbers, ID_SPACE } from './account-numbers.ts';

describe('numbers of accounts by their ids', () => {
  it('are found for ids of several servers, in memory of the number of accounts', () => {
    const numbers = new AccountNumbers([7, ID_SPACE + 3, 5 * ID_SPACE]);
    for (const [number, id] of [7, ID_SPACE + 1, ID_SPACE + 3, 5 * ID_SPACE].entries()) numbers.set(id, number + 1);
    expect([7, ID_SPACE + 1, ID_SPACE + 3, 5 * ID_SPACE].map((id) => numbers.of(id))).toEqual([1, 2, 3, 4]);
    expect(numbers.of(2)).toBe(0);
    expect(numbers.of(9 * ID_SPACE)).toBe(0);
  });
});
