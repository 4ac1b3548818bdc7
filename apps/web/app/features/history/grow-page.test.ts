import type { HistoryPageData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { appended, canGrow, nextPart } from './grow-page.ts';

const view = (page: number, size: number, search = '') => ({ page, size, search });

function pageOf(ids: readonly string[], total: number): HistoryPageData {
  const item = { ticker: 'BTC', name: 'Bitcoin', parent: null, subticker: null, address: 'a', riskscore: 5 };
  const items = ids.map((sub_id) => ({ ...item, sub_id, created_at: '2026-11-24T00:00:00Z' }));
  return { items: items as unknown as HistoryPageData['items'], meta: { total, totalPages: 1, page: 1, offset: 15 } };
}

describe('a page of the history that grows', () => {
  it('asks only for what is new', () => {
    expect(nextPart(view(1, 15), view(1, 30))).toEqual({ offset: 15, page: 2 });
    expect(nextPart(view(1, 45, 'btc'), view(1, 60, 'btc'))).toEqual({ offset: 15, page: 4 });
  });

  it.each([
    [view(1, 15), view(2, 15)],
    [view(2, 15), view(1, 30)],
    [view(1, 15), view(1, 50)],
    [view(1, 20), view(1, 35)],
    [view(1, 15), view(1, 30, 'btc')],
    [view(1, 195), view(1, 200)],
  ])('is asked for as a whole after another change: %j to %j', (shown, wanted) => {
    expect(nextPart(shown, wanted)).toBeNull();
  });

  it.each([
    ['what is wanted is shown, and more exists', view(1, 15), view(1, 15), 16, true],
    ['a step is on its way', view(1, 15), view(1, 30), 100, false],
    ['another search is on its way', view(1, 15), view(1, 15, 'btc'), 100, false],
    ['all is shown', view(1, 30), view(1, 30), 30, false],
    ['a page has no room', view(1, 200), view(1, 200), 999, false],
  ])('asks for a step or not, where %s', (_what, shown, wanted, total, expected) => {
    expect(canGrow(shown, wanted, total)).toBe(expected);
  });

  it('shows nothing twice when a check was made meanwhile', () => {
    const grown = appended(pageOf(['c', 'b'], 4), pageOf(['b', 'a'], 5), 30);
    expect(grown.items.map(({ sub_id }) => sub_id)).toEqual(['c', 'b', 'a']);
    expect(grown.meta).toEqual({ total: 5, totalPages: 1, page: 1, offset: 30 });
  });
});
