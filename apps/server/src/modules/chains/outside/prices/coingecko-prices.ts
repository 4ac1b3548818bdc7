import { z } from 'zod';
import { addDays, dayOf, type PriceProvider } from '../../prices/index.ts';
import type { Provider } from '../providers/provider.ts';
import { COINGECKO_IDS } from './coingecko-ids.ts';
import { callOf, daysOf, decimal, endOf, moment, readExact } from './price-points.ts';

const MarketChart = z.object({ prices: z.array(z.tuple([moment, decimal])) });

/** Its points are at most this far apart in a long answer; the last day needs the one after it. */
const AFTER_SECONDS = 2 * 3_600;

/** How far back its demo keys reach: 365 days, of which the first is left out, since days begin at different hours. */
const DEMO_DAYS = 364;

/**
 * Daily prices from the API of CoinGecko, `/coins/{id}/market_chart/range`: pairs of milliseconds and dollars, as dense
 * as it likes. Days before those of a demo key are not asked for: they are left out, as days it holds no price of.
 *
 * @param isDemo whether the key is one of the free plan, which answers 401 beyond 365 days
 */
export function coingeckoPrices(
  provider: Provider,
  isDemo: boolean,
  now: () => Date = () => new Date(),
): PriceProvider {
  const { name } = provider;
  return {
    name,
    canAsk: ({ ticker }) => Object.hasOwn(COINGECKO_IDS, ticker),
    async pricesOf({ ticker }, firstDay, lastDay, signal) {
      const id = COINGECKO_IDS[ticker];
      const oldest = addDays(dayOf(now().getTime() / 1000), -DEMO_DAYS);
      const first = isDemo && firstDay < oldest ? oldest : firstDay;
      if (id === undefined || first > lastDay) return [];
      const query = {
        vs_currency: 'usd',
        from: String(endOf(first)),
        to: String(endOf(lastDay) + AFTER_SECONDS),
      };
      const request = { method: 'GET', path: `/coins/${id}/market_chart/range`, query } as const;
      const { prices } = await provider.ask(request, callOf(signal), (text) => readExact(name, MarketChart, text));
      return daysOf(prices.map(([ms, usd]) => ({ time: Math.floor(ms / 1000), usd })));
    },
  };
}
