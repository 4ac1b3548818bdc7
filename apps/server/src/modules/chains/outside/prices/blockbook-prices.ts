import { z } from 'zod';
import { addDays } from '../../prices/days.ts';
import type { DailyPrice, PriceProvider } from '../../prices/prices.ports.ts';
import type { Provider } from '../providers/provider.ts';
import { callOf, daysOf, decimal, endOf, moment, readExact } from './price-points.ts';

const Tickers = z.array(z.object({ ts: moment, rates: z.record(z.string(), decimal) }));

/** Moments one request asks for; the address of a request has an end. */
const MOMENTS_PER_REQUEST = 200;

/**
 * Daily prices of a network's own coin from its Blockbook, `/api/v2/multi-tickers`: one moment a day, at its end. It
 * answers with the moment of the price it holds, and with -1 where it holds none.
 */
export function blockbookPrices(ticker: string, provider: Provider): PriceProvider {
  const { name } = provider;
  return {
    name,
    canAsk: (asset) => asset.ticker === ticker,
    async pricesOf(_asset, firstDay, lastDay, signal) {
      const call = callOf(signal);
      const moments: number[] = [];
      for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) moments.push(endOf(day));
      const found: DailyPrice[] = [];
      for (let at = 0; at < moments.length; at += MOMENTS_PER_REQUEST) {
        const timestamp = moments.slice(at, at + MOMENTS_PER_REQUEST).join(',');
        const request = {
          method: 'GET',
          path: '/api/v2/multi-tickers',
          query: { timestamp, currency: 'usd' },
        } as const;
        const tickers = await provider.ask(request, call, (text) => readExact(name, Tickers, text));
        found.push(
          ...daysOf(
            tickers.flatMap(({ ts, rates }) => ('usd' in rates ? [{ time: ts, usd: rates['usd'] ?? '' }] : [])),
          ),
        );
      }
      return found;
    },
  };
}
