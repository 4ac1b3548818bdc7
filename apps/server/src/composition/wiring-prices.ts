import { openPriceProviders } from '../adapters/prices/open-price-providers.ts';
import { type ProviderWatch, UNWATCHED } from '../adapters/providers/provider-watch.ts';
import { postgresQuotaLedger } from '../adapters/providers/quota-ledger.store.ts';
import type { PriceFacts } from '../config/price-settings.ts';
import type { Pool } from '../db/index.ts';
import { buildPricesService, type PriceProvider, type PricesService, pricesStore } from '../features/prices/index.ts';

interface PricesLog {
  warn(facts: { readonly err: unknown }, message: string): void;
}

export interface OpenPrices {
  readonly prices: PricesService;
  /** Providers of missing days, in the order they are asked. */
  readonly providers: readonly string[];
  close(): Promise<void>;
}

/** Prices from the database; `providers` are asked for missing days, in their order. */
export function wirePrices(pool: Pool, log: PricesLog, providers: readonly PriceProvider[] = []): PricesService {
  return buildPricesService({ db: pool, store: pricesStore, providers, clock: { now: () => new Date() }, log });
}

/** Prices with the providers that the settings name. */
export function openPrices(
  pool: Pool,
  facts: PriceFacts,
  log: PricesLog,
  watch: ProviderWatch = UNWATCHED,
): OpenPrices {
  const opened = openPriceProviders(facts, { ledger: postgresQuotaLedger(pool), watch });
  return {
    prices: wirePrices(pool, log, opened.providers),
    providers: opened.providers.map(({ name }) => name),
    close: () => opened.close(),
  };
}
