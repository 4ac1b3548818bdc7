import { z } from 'zod';
import { httpUrl, SECRET } from './setting-kinds.ts';

/** Who is asked for daily prices that are not held. Without any setting, nobody. */
export interface PriceFacts {
  readonly coingecko: {
    readonly url: string;
    readonly key: string;
    readonly keyHeader: string;
    /** Whether the key is one of the free plan, which reaches 365 days back. */
    readonly isDemo: boolean;
  } | null;
  /** Blockbook of a network, by the ticker of its coin. */
  readonly blockbook: readonly { readonly ticker: string; readonly url: string }[];
}

const COINGECKO_URL = 'https://api.coingecko.com/api/v3';
/** Keys of its paid plans travel in another header, to another host. */
const COINGECKO_PRO_HOST = 'pro-api.coingecko.com';

const pair = z.string().regex(/^[A-Z0-9]{2,10}=https?:\/\/[^\s,=]+$/);

/** The settings of the environment for prices. */
export const priceSettings = {
  PRICES_COINGECKO_KEY: z
    .string()
    .regex(/^[\w-]{8,200}$/, 'an API key of CoinGecko')
    .optional()
    .meta(SECRET),
  PRICES_COINGECKO_URL: httpUrl(COINGECKO_URL).default(COINGECKO_URL),
  PRICES_BLOCKBOOK_URLS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => pair.safeParse(part).success), {
      error: 'coins with the address of their Blockbook, such as BTC=https://blockbook.example.org',
    })
    .optional(),
};

type PriceValues = z.infer<z.ZodObject<typeof priceSettings>>;

export function pricesOf(value: PriceValues): PriceFacts {
  const { PRICES_COINGECKO_KEY: key } = value;
  const url = value.PRICES_COINGECKO_URL.replace(/\/+$/, '');
  const isDemo = new URL(url).host !== COINGECKO_PRO_HOST;
  const keyHeader = isDemo ? 'x-cg-demo-api-key' : 'x-cg-pro-api-key';
  return {
    coingecko: key === undefined ? null : { url, key, keyHeader, isDemo },
    blockbook: (value.PRICES_BLOCKBOOK_URLS ?? []).map((part) => {
      const [ticker = '', ...rest] = part.split('=');
      return { ticker, url: rest.join('=').replace(/\/+$/, '') };
    }),
  };
}
