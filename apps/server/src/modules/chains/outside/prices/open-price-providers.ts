import { z } from 'zod';
import type { PriceFacts } from '../../../../platform/config/settings/price-settings.ts';
import { addDays } from '../../prices/days.ts';
import type { DailyPrice, PriceProvider } from '../../prices/prices.ports.ts';
import { EXCHANGE_LIMITS, httpExchange } from '../providers/http-exchange.ts';
import { type OpenProvider, openProvider } from '../providers/open-provider.ts';
import type { Provider, ProviderSettings } from '../providers/provider.ts';
import type { ProviderWatch } from '../providers/provider-watch.ts';
import type { QuotaLedger } from '../providers/quota-ledger.ts';
import { coingeckoPrices } from './coingecko-prices.ts';
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

export interface OpenPriceProviders {
  /** In the order they are asked for missing days. */
  readonly providers: readonly PriceProvider[];
  close(): Promise<void>;
}

/** Well below the limits of free plans; a check makes one request for months of days, and the prices are stored. */
const COINGECKO_LIMITS = { perSecond: 0.4, burst: 5, perDay: 300, atOnce: 2 } as const;
const BLOCKBOOK_LIMITS = { perSecond: 4, burst: 8, perDay: null, atOnce: 2 } as const;

/** Creates every price provider that the settings name; sends no request yet. */
export function openPriceProviders(
  { blockbook, coingecko }: PriceFacts,
  deps: { readonly ledger: QuotaLedger; readonly watch: ProviderWatch },
): OpenPriceProviders {
  const opened: OpenProvider[] = [];
  const open = (settings: ProviderSettings): OpenProvider => {
    const exchange = httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: settings.isOperatorsHost });
    const provider = openProvider(settings, { exchange, ...deps });
    opened.push(provider);
    return provider;
  };
  const providers: PriceProvider[] = blockbook.map(({ ticker, url }) => {
    const name = `blockbook-${ticker.toLowerCase()}-prices`;
    return blockbookPrices(
      ticker,
      open({ name, baseUrl: url, key: null, limits: BLOCKBOOK_LIMITS, isOperatorsHost: true }),
    );
  });
  if (coingecko !== null) {
    const { url, key, keyHeader, isDemo } = coingecko;
    const location = { in: 'header', name: keyHeader } as const;
    const settings = { name: 'coingecko', baseUrl: url, key: { value: key, location }, limits: COINGECKO_LIMITS };
    providers.push(coingeckoPrices(open({ ...settings, isOperatorsHost: true }), isDemo));
  }
  return {
    providers,
    close: async () => {
      await Promise.all(opened.map((provider) => provider.close()));
    },
  };
}
