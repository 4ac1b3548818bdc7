import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { importPrices } from './import-prices.ts';
import type { DailyPrice, PriceProvider } from './prices.ports.ts';
import { buildPricesService } from './prices.service.ts';
import { pricesStore } from './prices.store.ts';

const NOW = new Date('2024-01-10T12:00:00Z');
const BTC = { ticker: 'BTC' };
const never = new AbortController().signal;

describe('daily prices', () => {
  let database: TestDatabase;
  let folder: string;
  const warnings: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-prices-'));
  });
  beforeEach(async () => {
    warnings.length = 0;
    await database.pool.query('TRUNCATE prices, price_gaps');
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const serviceOf = (...providers: readonly PriceProvider[]) =>
    buildPricesService({
      db: database.pool,
      providers,
      clock: { now: () => NOW },
      log: { warn: (_facts, message) => warnings.push(message) },
      askWithinMs: 2_000,
    });

  async function importOf(ticker: string, lines: readonly string[], name = 'series.csv', source: string | null = null) {
    const location = path.join(folder, name);
    await writeFile(location, ['date,price', ...lines].join('\n'));
    return importPrices(database.pool, { ticker, location, source, now: NOW, signal: never });
  }

  /** Has the prices of the given days, and records the requested days. */
  function provider(name: string, known: readonly DailyPrice[]) {
    const asked: string[] = [];
    return {
      asked,
      name,
      canAsk: ({ ticker }: { ticker: string }) => ticker === 'BTC',
      pricesOf: async (_asset: unknown, firstDay: string, lastDay: string) => {
        asked.push(`${firstDay}..${lastDay}`);
        return known.filter(({ day }) => day >= firstDay && day <= lastDay);
      },
    };
  }

  it('are imported; a second import changes nothing, and an import with other prices corrects them', async () => {
    const first = await importOf('BTC', ['2024-01-01,42000', '2024-01-02,43000.5']);
    expect(first).toMatchObject({ source: 'series', rows: 2, days: 2, added: 2, changed: 0, unchanged: 0 });
    const again = await importOf('BTC', ['2024-01-01,42000', '2024-01-02,43000.5']);
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const more = await importOf('BTC', ['2024-01-02,43001', '2024-01-03,44000', 'soon,1']);
    expect(more).toMatchObject({ added: 1, changed: 1, unchanged: 0, rejected: [{ line: 4 }] });
    const { byDay } = await serviceOf().pricesOf(BTC, ['2024-01-02'], never);
    expect(byDay.get('2024-01-02')).toMatchObject({ usd: '43001', source: 'series' });
  });

  it('are the last known price on days without one, for at most a week', async () => {
    await importOf('BTC', ['2024-01-01,42000']);
    const { byDay, facts } = await serviceOf().pricesOf(BTC, ['2024-01-08', '2024-01-09', '2023-12-31'], never);
    expect(byDay.get('2024-01-08')).toMatchObject({ usd: '42000', of: '2024-01-01' });
    expect([...byDay.keys()]).toEqual(['2024-01-08']);
    expect(facts).toMatchObject({ rule: 'daily', days: 3, missing_days: 2, sources: ['series'] });
    expect(facts.text).toContain('No price of BTC is known for 2 days between 2023-12-31 and 2024-01-09');
  });

  it('have one digest for the same days and prices, also when other prices are stored', async () => {
    await importOf('BTC', ['2024-01-01,42000', '2024-01-02,43000']);
    const days = ['2024-01-02', '2024-01-01', '2024-01-02'];
    const before = await serviceOf().pricesOf(BTC, days, never);
    await importOf('BTC', ['2024-01-03,44000']);
    await importOf('ETH', ['2024-01-01,2300'], 'ether.csv');
    const after = await serviceOf().pricesOf(BTC, days.toReversed(), never);
    expect(after.facts).toEqual(before.facts);
    await importOf('BTC', ['2024-01-02,43000.01']);
    const corrected = await serviceOf().pricesOf(BTC, days, never);
    expect(corrected.facts.digest).not.toBe(before.facts.digest);
    expect(before.facts.version).toBe(before.facts.digest?.slice(0, 16));
  });

  it('are a dollar for a stablecoin, except on days whose stored price is off the peg', async () => {
    const usdc = { ticker: 'USDC' };
    expect(await serviceOf().modeOf(usdc)).toBe('par');
    await importOf('USDC', ['2023-03-10,0.99', '2023-03-11,0.92', '2023-03-12,1.0000']);
    expect(await serviceOf().modeOf(usdc)).toBe('by_day');
    const days = ['2023-03-10', '2023-03-11', '2023-03-12', '2023-03-13'];
    const { byDay, facts } = await serviceOf().pricesOf(usdc, days, never);
    expect(days.map((day) => byDay.get(day)?.usd)).toEqual(['1', '0.92', '1', '1']);
    expect(facts).toMatchObject({ rule: 'par', missing_days: 0 });
    expect(facts.text).toBe(
      'One USDC counts as one US dollar. One day more than 2% off par counted at the day’s price.',
    );
  });

  it('are requested from a provider once, for days that are over, and stored', async () => {
    const source = provider('provider-a', [
      { day: '2024-01-02', usd: '43000' },
      { day: '2024-01-09', usd: '46000' },
    ]);
    const service = serviceOf(source);
    const days = ['2024-01-02', '2024-01-10'];
    const { byDay } = await service.pricesOf(BTC, days, never);
    // The tenth is today: its final price is not known yet.
    expect(source.asked).toEqual(['2024-01-02..2024-01-09']);
    expect(byDay.get('2024-01-10')).toMatchObject({ usd: '46000', of: '2024-01-09', source: 'provider-a' });
    await service.pricesOf(BTC, [...days, '2024-01-05'], never);
    expect(source.asked).toHaveLength(1);
  });

  it('are requested from the next provider where the first has none or fails, and reported missing where all fail', async () => {
    const broken: PriceProvider = {
      name: 'broken',
      canAsk: () => true,
      pricesOf: () => Promise.reject(new Error('broken: status 500')),
    };
    const second = provider('provider-b', [{ day: '2024-01-02', usd: '43000' }]);
    const { byDay } = await serviceOf(broken, second).pricesOf(BTC, ['2024-01-02'], never);
    expect(byDay.get('2024-01-02')?.source).toBe('provider-b');
    expect(warnings).toEqual(['prices of BTC could not be asked for']);
    const none = await serviceOf(broken).pricesOf({ ticker: 'ETH' }, ['2024-01-02'], never);
    expect(none.facts).toMatchObject({ rule: 'none', digest: null, version: null, missing_days: 1 });
    expect(none.byDay.size).toBe(0);
  });

  it('of an import take precedence over those of a provider, in any order of arrival', async () => {
    const source = provider('provider-a', [{ day: '2024-01-02', usd: '1' }]);
    await serviceOf(source).pricesOf(BTC, ['2024-01-02'], never);
    await importOf('BTC', ['2024-01-02,43000']);
    await pricesStore.keepAnswer(
      database.pool,
      'BTC',
      'provider-a',
      { prices: [{ day: '2024-01-02', usd: '2' }], gaps: [] },
      NOW,
    );
    const { byDay } = await serviceOf(source).pricesOf(BTC, ['2024-01-02'], never);
    expect(byDay.get('2024-01-02')).toMatchObject({ usd: '43000', source: 'series' });
  });
});
