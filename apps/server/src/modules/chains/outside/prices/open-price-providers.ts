import type { PriceFacts } from '../../../../platform/config/settings/price-settings.ts';
import type { PriceProvider } from '../../prices/prices.ports.ts';
import { EXCHANGE_LIMITS, httpExchange } from '../providers/http-exchange.ts';
import { type OpenProvider, openProvider } from '../providers/open-provider.ts';
import type { ProviderSettings } from '../providers/provider.ts';
import type { ProviderWatch } from '../providers/provider-watch.ts';
import type { QuotaLedger } from '../providers/quota-ledger.ts';
import { blockbookPrices } from './blockbook-prices.ts';
import { coingeckoPrices } from './coingecko-prices.ts';

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
