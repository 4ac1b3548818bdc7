import { describe, expect, it } from 'vitest';
import { searchParts } from './search-parts.ts';

const SPAN = { from: new Date('2025-11-03T00:00:00Z'), to: new Date('2026-11-20T00:00:00Z') };

function spansOf(search: string, timeZone = 'UTC'): string[] {
  return searchParts(search, SPAN, timeZone).flatMap(({ spans }) =>
    spans.map(({ from, to }) => `${from.toISOString()} ${to.toISOString()}`),
  );
}

describe('searchParts', () => {
  it('splits words, and keeps a date together', () => {
    const texts = (search: string) => searchParts(search, SPAN, 'UTC').map(({ text }) => text);
    expect(texts('  USDT  tron ')).toEqual(['usdt', 'tron']);
    expect(texts('usdt 12 Mar 2026 x')).toEqual(['usdt', '12 mar 2026', 'x']);
    expect(texts('12 MAR 7')).toEqual(['12 mar', '7']);
    expect(texts('mar 2026')).toEqual(['mar 2026']);
    expect(texts('12 2026')).toEqual(['12', '2026']);
    expect(texts('a b c d e f g h i j')).toHaveLength(8);
    expect(texts('   ')).toEqual([]);
  });

  it('finds one day, in the reader’s time zone', () => {
    expect(spansOf('12 mar 2026')).toEqual(['2026-03-12T00:00:00.000Z 2026-03-13T00:00:00.000Z']);
    expect(spansOf('12 mar 2026', 'Asia/Tokyo')).toEqual(['2026-03-11T15:00:00.000Z 2026-03-12T15:00:00.000Z']);
    expect(spansOf('12 mar 2026', 'America/Los_Angeles')).toEqual([
      '2026-03-12T07:00:00.000Z 2026-03-13T07:00:00.000Z',
    ]);
  });

  it('gives a day on which the clocks change its 23 or 25 hours', () => {
    expect(spansOf('29 mar 2026', 'Europe/Tallinn')).toEqual(['2026-03-28T22:00:00.000Z 2026-03-29T21:00:00.000Z']);
    expect(spansOf('25 oct 2026', 'Europe/Tallinn')).toEqual(['2026-10-24T21:00:00.000Z 2026-10-25T22:00:00.000Z']);
  });

  it('finds a month of every year there is, a year, and a part of a date as it is shown', () => {
    expect(spansOf('nov')).toEqual([
      '2025-11-02T00:00:00.000Z 2025-12-01T00:00:00.000Z',
      '2026-11-01T00:00:00.000Z 2026-11-22T00:00:00.000Z',
    ]);
    expect(spansOf('2025')).toEqual(['2025-11-02T00:00:00.000Z 2026-01-01T00:00:00.000Z']);
    // '2 Nov' is contained in '02 Nov', '12 Nov' and '22 Nov', of which the last is not reached yet.
    expect(spansOf('2 nov 2025')).toHaveLength(3);
  });

  it.each(['0x12', 'bitcoin', '12345', '1a1zp1', 'usdt', '%', '12.03.2026'])('takes %s for text alone', (search) => {
    expect(spansOf(search)).toEqual([]);
  });
});
