import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { directProvider } from '../chains/test/direct-provider.ts';
import { blockbookPrices } from './blockbook-prices.ts';
import { coingeckoPrices } from './coingecko-prices.ts';
import { daysOf } from './price-points.ts';

const never = AbortSignal.timeout(60_000);
const at = (text: string) => Date.parse(text) / 1000;

describe('daily prices of a provider', () => {
  let server: Server;
  let url = '';
  let asked: URL[] = [];
  let answer: (asked: URL) => { readonly status?: number; readonly body: string };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const question = new URL(request.url ?? '', 'http://provider');
      asked.push(question);
      const { status = 200, body } = answer(question);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => {
    server.close();
  });

  const coingecko = () => coingeckoPrices(directProvider('coingecko', url), false);
  const blockbook = () => blockbookPrices('BTC', directProvider('blockbook-btc', url));

  it('come from CoinGecko’s market chart, each day by the price at its end, digit for digit', async () => {
    answer = () => ({
      body: `{"prices":[[1704153600000,44187.140000000003],[1704157200000,44200.1],[1704160800000,44210],
        [1704240000000,0.000000123456789012345],[1704243605123,44900]],"market_caps":[],"total_volumes":[]}`,
    });
    expect(await coingecko().pricesOf({ ticker: 'BTC' }, '2024-01-01', '2024-01-02', never)).toEqual([
      { day: '2024-01-01', usd: '44187.140000000003' },
      { day: '2024-01-02', usd: '0.000000123456789012' },
    ]);
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
      `/coins/bitcoin/market_chart/range?vs_currency=usd&from=${at('2024-01-02')}&to=${at('2024-01-03T02:00Z')}`,
    ]);
  });

  it('of a demo key are asked for no further back than it reaches, and older days are gaps without a request', async () => {
    const clock = { now: () => new Date('2026-11-29T12:00:00Z') };
    const demo = coingeckoPrices(directProvider('coingecko', url), true, clock);
    answer = () => ({ body: '{"prices":[]}' });
    expect(await demo.pricesOf({ ticker: 'BTC' }, '2024-01-01', '2025-11-29', never)).toEqual([]);
    expect(asked).toEqual([]);
    await demo.pricesOf({ ticker: 'BTC' }, '2025-06-01', '2025-12-31', never);
    expect(asked.map(({ searchParams }) => Number(searchParams.get('from')))).toEqual([at('2025-12-01')]);
  });

  it('come from a Blockbook, one moment a day, with -1 for a day it holds no price of', async () => {
    answer = ({ searchParams }) => {
      const moments = (searchParams.get('timestamp') ?? '').split(',').map(Number);
      const rates = ['{"usd":44187.14}', '{"usd":-1}', '{"eur":1}'];
      return { body: `[${moments.map((ts, index) => `{"ts":${ts},"rates":${rates[index % 3]}}`).join(',')}]` };
    };
    expect(await blockbook().pricesOf({ ticker: 'BTC' }, '2024-01-01', '2024-01-03', never)).toEqual([
      { day: '2024-01-01', usd: '44187.14' },
    ]);
    expect(asked[0]?.searchParams.get('currency')).toBe('usd');
    await blockbook().pricesOf({ ticker: 'BTC' }, '2022-01-01', '2023-12-31', never);
    expect(asked.length).toBe(1 + 4);
  });

  it.each([
    ['is no JSON', '{"prices":[[17041', 'JSON'],
    ['is of another shape', '{"error":"coin not found"}', 'prices'],
    ['holds a text where a number belongs', '{"prices":[[1704153600000,"dear"]]}', 'prices.0.1'],
  ])('are an error that names provider and field when the answer %s', async (_what, body, field) => {
    answer = () => ({ body });
    await expect(coingecko().pricesOf({ ticker: 'ETH' }, '2024-01-01', '2024-01-02', never)).rejects.toMatchObject({
      fault: { kind: 'malformed', provider: 'coingecko', field },
    });
  });

  it('are an error when the provider refuses', async () => {
    answer = () => ({ status: 429, body: '' });
    await expect(blockbook().pricesOf({ ticker: 'BTC' }, '2024-01-01', '2024-01-02', never)).rejects.toMatchObject({
      fault: { kind: 'rate-limited', provider: 'blockbook-btc' },
    });
  });

  it('are asked for known coins only', () => {
    expect(coingecko().canAsk({ ticker: 'BTC' })).toBe(true);
    expect(coingecko().canAsk({ ticker: 'constructor' })).toBe(false);
    expect(blockbook().canAsk({ ticker: 'LTC' })).toBe(false);
  });

  it('leave out days whose end no point is near', () => {
    const late = at('2024-01-02T05:00Z');
    expect(daysOf([{ time: late, usd: '1' }])).toEqual([]);
    expect(daysOf([{ time: at('2024-01-02T00:00Z'), usd: '-1' }])).toEqual([]);
  });
});
