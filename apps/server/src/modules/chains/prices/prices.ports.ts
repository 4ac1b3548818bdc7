import type { Asset } from '@assay/domain';

/** The price of one whole coin on one day in UTC. */
export interface DailyPrice {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** US dollars as decimal text, more than zero, at most 18 decimals. */
  readonly usd: string;
}

/** A source of daily prices, with its endpoints, keys, retries and quotas. */
export interface PriceProvider {
  /** Short and stable: it is stored in results and certificates with every price from it. */
  readonly name: string;
  canAsk(asset: Pick<Asset, 'ticker'>): boolean;
  /**
   * Prices of the days from `firstDay` to `lastDay`, both included; days unknown to the provider are left out.
   *
   * @throws Error naming the provider
   */
  pricesOf(
    asset: Pick<Asset, 'ticker'>,
    firstDay: string,
    lastDay: string,
    signal: AbortSignal,
  ): Promise<readonly DailyPrice[]>;
}
