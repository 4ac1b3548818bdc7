import { z } from 'zod';
import { type Clock, SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import { addDays, dayOf } from '../../prices/days.ts';
import type { PriceProvider } from '../../prices/prices.ports.ts';
import type { Provider } from '../providers/provider.ts';
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
export function coingeckoPrices(provider: Provider, isDemo: boolean, clock: Clock = SYSTEM_CLOCK): PriceProvider {
  const { name } = provider;
  return {
    name,
    canAsk: ({ ticker }) => Object.hasOwn(COINGECKO_IDS, ticker),
    async pricesOf({ ticker }, firstDay, lastDay, signal) {
      const id = COINGECKO_IDS[ticker];
      const oldest = addDays(dayOf(clock.now().getTime() / 1000), -DEMO_DAYS);
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

/**
 * CoinGecko's own names of coins, by ticker. A ticker is no identity there (several coins share one), so only coins
 * named here are asked for. The names are part of its public addresses.
 */
const COINGECKO_IDS: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  BNB: 'binancecoin',
  XRP: 'ripple',
  SOL: 'solana',
  TRX: 'tron',
  MATIC: 'matic-network',
  LTC: 'litecoin',
  DOGE: 'dogecoin',
  BCH: 'bitcoin-cash',
  ETC: 'ethereum-classic',
  AVAX: 'avalanche-2',
  XLM: 'stellar',
  DASH: 'dash',
  ZEC: 'zcash',
  DGB: 'digibyte',
  RVN: 'ravencoin',
  LUNC: 'terra-luna',
  USTC: 'terrausd',
  WBTC: 'wrapped-bitcoin',
  LINK: 'chainlink',
  UNI: 'uniswap',
  AAVE: 'aave',
  SHIB: 'shiba-inu',
  PEPE: 'pepe',
  MKR: 'maker',
  CRV: 'curve-dao-token',
  COMP: 'compound-governance-token',
  SUSHI: 'sushi',
  GRT: 'the-graph',
  LDO: 'lido-dao',
  ENS: 'ethereum-name-service',
  APE: 'apecoin',
  SAND: 'the-sandbox',
  MANA: 'decentraland',
  ENJ: 'enjincoin',
  CHZ: 'chiliz',
  BAT: 'basic-attention-token',
  SNX: 'havven',
  YFI: 'yearn-finance',
  '1INCH': '1inch',
  CAKE: 'pancakeswap-token',
  ARB: 'arbitrum',
  OP: 'optimism',
  GMX: 'gmx',
  RAY: 'raydium',
  JST: 'just',
  SUN: 'sun-token',
  WIN: 'wink',
  AXL: 'axelar',
  USDD: 'usdd',
  FRAX: 'frax',
  PAXG: 'pax-gold',
  XAUT: 'tether-gold',
  CRO: 'crypto-com-chain',
};
