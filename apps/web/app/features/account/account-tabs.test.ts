import { describe, expect, it } from 'vitest';
import { tabOf, tabsFor } from './account-tabs.ts';

describe('the tabs of the account', () => {
  it('[ACCT-01] are history and tariffs, for administrators also promo codes, feedback and disputes', () => {
    expect(tabsFor(false).map(({ id, headline }) => [id, headline])).toEqual([
      ['history', 'Checks history'],
      ['tariffs', 'Billing and plans'],
    ]);
    expect(tabsFor(true).map(({ id, headline }) => [id, headline])).toEqual([
      ['history', 'Checks history'],
      ['tariffs', 'Billing and plans'],
      ['promocodes', 'Promo codes'],
      ['feedback', 'Feedback'],
      ['disputes', 'Disputes'],
    ]);
  });

  it.each([null, '', 'nothing', 'History', 'constructor'])('[ACCT-02] fall back to history for %j', (query) => {
    expect(tabOf(query, true).id).toBe('history');
  });

  it('fall back to history where the tab is for administrators only', () => {
    expect(tabOf('feedback', false).id).toBe('history');
    expect(tabOf('feedback', true).id).toBe('feedback');
    expect(tabOf('tariffs', false).id).toBe('tariffs');
  });
});
