import { findAsset } from '@assay/domain';
import { parsePrice } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { describePrices } from '../../../chains/index.ts';
import { pricesOf } from './read-prices.ts';
import { USDT } from './test/result-facts.ts';

const { signal } = new AbortController();
const DAY = '2026-11-20';
const TIME = Date.parse(`${DAY}T12:00:00Z`) / 1000;

describe('prices of a result of version 3', () => {
  it('are those of each day with their source, and none of a day without one', async () => {
    const btc = findAsset('BTC', null);
    if (btc === undefined) throw new Error('the catalogue has no bitcoin');
    const price = parsePrice('90000.5');
    if (price === null) throw new Error('a price that is none');
    const byDay = new Map([[DAY, { price, usd: '90000.5', source: 'a-list', of: DAY }]]);
    const read = await pricesOf(
      {
        modeOf: async () => 'by_day',
        pricesOf: async (_asset, days) => ({ byDay, facts: describePrices('BTC', days, byDay, false) }),
      },
      btc,
      [DAY, '2026-11-19'],
      signal,
    );
    expect([read.usdOn(DAY), read.sourceOf(DAY)]).toEqual([90_000.5, 'a-list']);
    expect([read.usdOn('2026-11-19'), read.sourceOf('2026-11-19')]).toEqual([null, null]);
    expect(read.usdAt(50_000_000n, TIME)).toBe(45_000.25);
    expect(read.facts).toMatchObject({ rule: 'daily', days: 2, missing_days: 1 });
  });

  it('are one dollar of a stablecoin, and none where there are no prices', async () => {
    const par = await pricesOf(undefined, USDT, [DAY], signal);
    expect([par.usdOn(DAY), par.sourceOf(DAY), par.usdAt(2_500_000n, TIME)]).toEqual([1, 'par', 2.5]);
    const none = await pricesOf(undefined, { ...USDT, ticker: 'OTHER' }, [DAY], signal);
    expect([none.usdOn(DAY), none.sourceOf(DAY), none.usdAt(1n, TIME)]).toEqual([null, null, null]);
  });
});
