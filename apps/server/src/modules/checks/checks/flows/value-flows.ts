import type { ResultPrices } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { type Direction, PAR, type Price, usdOfAmounts } from '@assay/exposure';
import { dayOf, describePrices, type PricesService, type PricingMode, STABLE_AT_PAR } from '../../../chains/index.ts';
import type { Flows } from './own-flows.ts';

/** Dollar values of what an address received and sent, at the price of each transfer's day. */
export interface ValuedFlows {
  /** Null where any part of it has no price (docs/method, section 6.3). */
  readonly incomingUsd: number | null;
  readonly outgoingUsd: number | null;
  /** Price on a day in UTC (`YYYY-MM-DD`); null without one. */
  readonly priceOn: (day: string) => Price | null;
  /** Dollar value of an amount in base units at a time in Unix seconds; null without a price. */
  readonly usdAt: (amount: bigint, time: number) => number | null;
  readonly facts: ResultPrices;
}

/** The part of the prices service that a check needs; absent on an installation without prices. */
export type CheckPrices = Pick<PricesService, 'modeOf' | 'pricesOf'>;

/** How an asset is priced with these prices, or without any. */
export async function pricingOf(prices: CheckPrices | undefined, asset: Pick<Asset, 'ticker'>): Promise<PricingMode> {
  return (await prices?.modeOf(asset)) ?? (STABLE_AT_PAR.has(asset.ticker) ? 'par' : 'none');
}

/** Prices the address's own transfers. `flows` are null where the price is constant. */
export async function valueFlows(
  prices: CheckPrices | undefined,
  asset: Asset,
  flows: Readonly<Record<Direction, Flows>> | null,
  amounts: Readonly<Record<Direction, bigint>>,
  signal: AbortSignal,
): Promise<ValuedFlows> {
  const isStable = STABLE_AT_PAR.has(asset.ticker);
  if (prices === undefined || flows === null) return constantValue(asset, amounts, isStable ? PAR : null);
  const days = [...new Set([...flows.bwd.keys(), ...flows.fwd.keys()])];
  const { byDay, facts } = await prices.pricesOf(asset, days, signal);
  const priceOn = (day: string): Price | null => byDay.get(day)?.price ?? null;
  /** Amounts that providers count beyond the read records have no day: they get the average price of the others. */
  const usdOf = (direction: Direction) => {
    const priced = [...flows[direction]].map(([day, amount]) => ({ amount, price: priceOn(day) }));
    return priced.length === 0 && !isStable ? null : usdOfAmounts(priced, asset.decimals, amounts[direction]);
  };
  return {
    incomingUsd: usdOf('bwd'),
    outgoingUsd: usdOf('fwd'),
    priceOn,
    usdAt: (amount, time) => usdOfAmounts([{ amount, price: priceOn(dayOf(time)) }], asset.decimals),
    facts,
  };
}

function constantValue(
  { ticker, decimals }: Asset,
  { bwd, fwd }: Readonly<Record<Direction, bigint>>,
  price: Price | null,
): ValuedFlows {
  const usdOf = (amount: bigint) => usdOfAmounts([{ amount, price }], decimals);
  return {
    incomingUsd: usdOf(bwd),
    outgoingUsd: usdOf(fwd),
    priceOn: () => price,
    usdAt: usdOf,
    facts: describePrices(ticker, [], new Map(), price !== null),
  };
}
