import { describe, expect, it } from 'vitest';
import { pagerCells } from './pager.tsx';

describe('pagerCells', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [3, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 'gap', 8, 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap', 8, 9]],
    [6, 12, [1, 2, 'gap', 5, 6, 7, 'gap', 11, 12]],
    [12, 12, [1, 2, 'gap', 10, 11, 12]],
    [7, 24, [1, 2, 'gap', 6, 7, 8, 'gap', 23, 24]],
  ])('[HIST-09] shows page %d of %d as %j', (current, total, cells) => {
    expect(pagerCells(current, total)).toEqual(cells);
  });

  it('always holds the current page, both ends and its neighbours, in order and once', () => {
    for (let total = 1; total <= 30; total++) {
      for (let current = 1; current <= total; current++) {
        const cells = pagerCells(current, total);
        const pages = cells.filter((cell) => cell !== 'gap');
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        for (const page of [1, current, Math.max(1, current - 1), Math.min(total, current + 1), total]) {
          expect(pages).toContain(page);
        }
        expect(cells.length).toBeLessThanOrEqual(9);
      }
    }
  });

  it('refuses a page that is not there', () => {
    expect(() => pagerCells(0, 3)).toThrow(RangeError);
    expect(() => pagerCells(4, 3)).toThrow(RangeError);
    expect(() => pagerCells(1.5, 3)).toThrow(RangeError);
  });
});
