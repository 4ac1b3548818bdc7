import { describe, expect, it } from 'vitest';
import published from '../../../../../docs/scorecard/scorecard.json' with { type: 'json' };
import { viewOf } from './view.ts';

const view = viewOf(published);

describe('what the page shows of the published scorecard', () => {
  it('is every line, attack and change of it', () => {
    const lines = view.groups.flatMap(({ bad, good }) => [...bad, ...good]);
    expect(lines).toHaveLength(published.lines.filter(({ by }) => by !== 'all').length);
    const attacks = [...view.gamingCases, ...view.washing, ...view.griefing];
    expect(attacks).toHaveLength(published.attacks.length);
    const changed = view.changes.reduce((sum, { addresses }) => sum + addresses, 0);
    expect(changed).toBe(published.changes.changes.length);
  });

  it('says every rule of a change in words', () => {
    expect(view.changes.filter(({ rule }) => !rule.endsWith(')'))).toEqual([]);
  });

  it('names a share by its cases and its interval, and a count of written cases alone', () => {
    const [comfort] = view.summary;
    expect(comfort?.values['3'].cases).toMatch(/^[\d,]+ of [\d,]+, \d+ cases$/);
    expect(comfort?.values['3'].interval).toMatch(/^(over )?[\d.]+% to [\d.]+%$/);
    const written = view.summary.find(({ name }) => name.startsWith('Written'));
    expect(written?.values['3'].share).toMatch(/^\d+ of \d+$/);
    expect(written?.values['3'].interval).toBe('');
  });

  it('shows the months before a listing of which there are records, and counts the others', () => {
    const { months, without } = view.forward;
    expect(months.length + without).toBe(published.forward.months.length);
    expect(months.length).toBeGreaterThan(0);
    for (const { badStars } of months) expect(badStars['3']).toMatch(/^\d+ with (none|[1-5])/);
  });

  it('states the price of a star, and what was tried where none is gained', () => {
    const [payments] = view.gamingCases;
    expect(payments?.outcomes['1']).toEqual({
      stars: '2 to 5 stars',
      cost: '$0.67 a star, $95,000 locked; 2 further transactions: two payments of $47,500',
    });
    expect(payments?.outcomes['2']).toEqual({
      stars: 'No star gained, 2 before',
      cost: 'Tried: two payments of $47,500',
    });
  });
});
