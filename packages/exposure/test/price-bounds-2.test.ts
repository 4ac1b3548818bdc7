import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRICE_ROWS, PRICE_SOURCES, priceBoundsOn } from '../src/records/price-bounds.ts';
import { parsePrice } from '../src/records/usd.ts';

const PAGE = readFileSync(new URL('../../../docs/method/2/README.md', import.meta.url), 'utf8');

describe('the table of price bounds', () => {
  it('has each year of a coin once, with a lowest price that is not above the highest', () => {
    const named = PRICE_ROWS.map(([ticker, year]) => `${ticker} ${year}`);
    expect(new Set(named).size).toBe(named.length);
    for (const [ticker, year, low, high, lastDay, source] of PRICE_ROWS) {
      const [least, most] = [parsePrice(low), parsePrice(high)];
      if (least === null || most === null) throw new Error(`${ticker} ${year} has no price`);
      expect(least <= most, `${ticker} ${year}`).toBe(true);
      expect(lastDay).toMatch(new RegExp(`^${year}-\\d\\d-\\d\\d$`));
      expect(new Date(lastDay).toISOString().slice(0, 10)).toBe(lastDay);
      expect(Object.keys(PRICE_SOURCES)).toContain(source);
    }
  });

  it('has whole years but for the last of a coin, without a gap', () => {
    for (const rows of Map.groupBy(PRICE_ROWS, ([ticker]) => ticker).values()) {
      for (const [at, [ticker, year, , , lastDay]] of rows.entries()) {
        expect(year, ticker).toBe((rows[0]?.[1] ?? 0) + at);
        if (at < rows.length - 1) expect(lastDay).toBe(`${year}-12-31`);
      }
    }
  });

  it('is the table of the page', () => {
    const section = PAGE.split('## 11. Price bounds')[1] ?? '';
    const shown = [...section.matchAll(/^\| ([A-Z]+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d-]+) \| (\d) \|$/gm)];
    const held = PRICE_ROWS.map(([ticker, year, low, high, lastDay, source]) =>
      [ticker, year, low, high, lastDay, PRICE_SOURCES[source].number].join(' '),
    );
    expect(shown.map((cells) => cells.slice(1).join(' '))).toEqual(held);
    for (const { number, url } of Object.values(PRICE_SOURCES)) {
      expect(section).toMatch(new RegExp(`^${number}\\. .*${url}`, 'm'));
    }
  });

  it('says nothing of a coin it lacks, of a year it lacks, and of days after the last that was read', () => {
    expect(priceBoundsOn('BTC', '2020-03-12')).toEqual({ low: parsePrice('4857.1'), high: parsePrice('28990.1') });
    expect(priceBoundsOn('ETH', '2021-07-06')).not.toBeNull();
    for (const [ticker, day] of [
      ['ETH', '2021-07-07'],
      ['ETH', '2015-12-01'],
      ['USDT', '2020-01-01'],
      ['BTC', '2026-01-01'],
    ] as const) {
      expect(priceBoundsOn(ticker, day), `${ticker} ${day}`).toBeNull();
    }
  });
});
