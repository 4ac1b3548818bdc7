import type { PriceFacts } from '../../../platform/config/settings/price-settings.ts';
import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { keepFor } from '../../../platform/kernel/time/timing.ts';
import { openPriceProviders } from '../outside/prices/open-price-providers.ts';
import { type ProviderWatch, UNWATCHED } from '../outside/providers/provider-watch.ts';
import { postgresQuotaLedger } from '../outside/providers/quota-ledger.store.ts';
import type { PriceProvider } from '../prices/prices.ports.ts';
import { buildPricesService, type PricesService, type PricingMode } from '../prices/prices.service.ts';

export interface OpenPrices {
  readonly prices: PricesService;
  /** Providers of missing days, in the order they are asked. */
  readonly providers: readonly string[];
  close(): Promise<void>;
}

/** Prices from the database; `providers` are asked for missing days, in their order. */
export function wirePrices(
  pool: Pool,
  log: Pick<Log, 'warn'>,
  providers: readonly PriceProvider[] = [],
): PricesService {
  return buildPricesService({ db: pool, providers, clock: SYSTEM_CLOCK, log });
}

/** Prices with the providers that the settings name. */
export function openPrices(
  pool: Pool,
  facts: PriceFacts,
  log: Pick<Log, 'warn'>,
  watch: ProviderWatch = UNWATCHED,
): OpenPrices {
  const opened = openPriceProviders(facts, { ledger: postgresQuotaLedger(pool), watch });
  return {
    prices: keepModes(wirePrices(pool, log, opened.providers)),
    providers: opened.providers.map(({ name }) => name),
    close: () => opened.close(),
  };
}

/** Checks of one asset that begin within this time are priced in the same way, known by one look. */
const MODE_AGE_MS = 250;

function keepModes(prices: PricesService): PricesService {
  const modes = new Map<string, () => Promise<PricingMode>>();
  return {
    ...prices,
    modeOf({ ticker }) {
      const kept = modes.get(ticker) ?? keepFor(MODE_AGE_MS, () => prices.modeOf({ ticker }));
      modes.set(ticker, kept);
      return kept();
    },
  };
}
