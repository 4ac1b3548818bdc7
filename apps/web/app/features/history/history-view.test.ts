import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, reduceView, viewOfQuery, withView } from './history-view.ts';

const DEEP = { page: 7, size: 15, search: 'btc' };

describe('the part of the history that is looked at', () => {
  it('[HIST-12] starts at page 1 again with another size or another search', () => {
    expect(reduceView(DEEP, { type: 'size chosen', size: 30 })).toEqual({ page: 1, size: 30, search: 'btc' });
    expect(reduceView(DEEP, { type: 'searched', search: 'eth' })).toEqual({ page: 1, size: 15, search: 'eth' });
    expect(reduceView(DEEP, { type: 'more wanted', shown: DEEP })).toEqual({ page: 1, size: 30, search: 'btc' });
    expect(reduceView(DEEP, { type: 'searched', search: 'btc' })).toEqual(DEEP);
  });

  it('[HIST-11] grows by one step, however often the end of what is shown asks for it', () => {
    const more = { type: 'more wanted', shown: FIRST_VIEW } as const;
    const grown = reduceView(FIRST_VIEW, more);
    expect(grown.size).toBe(30);
    expect(reduceView(grown, more)).toBe(grown);
    expect(reduceView(grown, { ...more, shown: grown }).size).toBe(45);
  });

  it('[HIST-13] has no page before the first and none after the last', () => {
    expect(reduceView(DEEP, { type: 'page chosen', page: 0, totalPages: 9 }).page).toBe(1);
    expect(reduceView(DEEP, { type: 'page chosen', page: 10, totalPages: 9 }).page).toBe(9);
    expect(reduceView(DEEP, { type: 'page chosen', page: 8, totalPages: 9 }).page).toBe(8);
  });

  it('holds between 1 and 200 checks', () => {
    expect(reduceView(DEEP, { type: 'size chosen', size: 0 }).size).toBe(1);
    expect(reduceView(DEEP, { type: 'size chosen', size: 5000 }).size).toBe(200);
    const large = { ...DEEP, size: 195 };
    expect(reduceView(large, { type: 'more wanted', shown: large }).size).toBe(200);
  });

  it('travels in the address, and what cannot be right there is as at first', () => {
    const query = withView(new URLSearchParams('tab=history'), DEEP);
    expect(query.toString()).toBe('tab=history&page=7&search=btc');
    expect(viewOfQuery(query)).toEqual(DEEP);
    expect(withView(query, FIRST_VIEW).toString()).toBe('tab=history');
    expect(viewOfQuery(new URLSearchParams('page=-1&show=999'))).toEqual(FIRST_VIEW);
  });
});
