import { blockbookPrices } from './adapters/prices/blockbook-prices.ts';
import { coingeckoPrices } from './adapters/prices/coingecko-prices.ts';
import { EXCHANGE_LIMITS, httpExchange } from './adapters/providers/http-exchange.ts';
import { type OpenProvider, openProvider } from './adapters/providers/open-provider.ts';
import type { ProviderSettings } from './adapters/providers/provider.ts';
import type { ProviderWatch } from './adapters/providers/provider-watch.ts';
import { postgresQuotaLedger } from './adapters/providers/quota-ledger.store.ts';
import type { Pool } from './db/index.ts';
import { buildPricesService, type PriceProvider, type PricesService, pricesStore } from './features/prices/index.ts';
import type { PriceFacts } from './price-settings.ts';

interface PricesLog {
  warn(facts: { readonly err: unknown }, message: string): void;
}

/** Prices as the database holds them; `providers` are asked for the rest, in their order. */
export function wirePrices(pool: Pool, log: PricesLog, providers: readonly PriceProvider[] = []): PricesService {
  return buildPricesService({ db: pool, store: pricesStore, providers, clock: { now: () => new Date() }, log });
}

export interface OpenPrices {
  readonly prices: PricesService;
  /** Who is asked for days that are not held, in this order. */
  readonly providers: readonly string[];
  close(): Promise<void>;
}

/** Well below what free plans allow; a check asks once for months of days, and what it learns is kept. */
const COINGECKO_LIMITS = { perSecond: 0.4, burst: 5, perDay: 300, atOnce: 2 } as const;
const BLOCKBOOK_LIMITS = { perSecond: 4, burst: 8, perDay: null, atOnce: 2 } as const;

/** Prices with the providers that the settings name. */
export function openPrices(
  pool: Pool,
  facts: PriceFacts,
  log: PricesLog,
  watch: ProviderWatch = UNWATCHED,
): OpenPrices {
  const ledger = postgresQuotaLedger(pool);
  const opened: OpenProvider[] = [];
  const open = (settings: ProviderSettings): OpenProvider => {
    const exchange = httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: settings.isOperatorsHost });
    const provider = openProvider(settings, { exchange, ledger, watch });
    opened.push(provider);
    return provider;
  };
  const providers = facts.blockbook.map(({ ticker, url }) =>
    blockbookPrices(
      ticker,
      open({
        name: `blockbook-${ticker.toLowerCase()}-prices`,
        baseUrl: url,
        key: null,
        limits: BLOCKBOOK_LIMITS,
        isOperatorsHost: true,
      }),
    ),
  );
  if (facts.coingecko !== null) {
    const { url, key, keyHeader } = facts.coingecko;
    const place = { in: 'header', name: keyHeader } as const;
    const settings = { name: 'coingecko', baseUrl: url, key: { value: key, place }, limits: COINGECKO_LIMITS };
    providers.push(coingeckoPrices(open({ ...settings, isOperatorsHost: true })));
  }
  return {
    prices: wirePrices(pool, log, providers),
    providers: providers.map(({ name }) => name),
    close: async () => {
      await Promise.all(opened.map((provider) => provider.close()));
    },
  };
}

const UNWATCHED: ProviderWatch = {
  ended: () => undefined,
  breaker: () => undefined,
  quotaLeft: () => undefined,
};
