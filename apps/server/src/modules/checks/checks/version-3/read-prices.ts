import type { ResultPrices } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { PAR, type Price, usdOfAmounts } from '@assay/exposure';
import { dayOf, describePrices, STABLE_AT_PAR } from '../../../chains/index.ts';
import type { CheckPrices } from '../flows/value-flows.ts';

/** Prices of one asset, read before a walk asks for them. */
export interface PricesRead {
  /** Dollars of a whole unit on a day (`YYYY-MM-DD`, UTC); null without a price. */
  readonly usdOn: (day: string) => number | null;
  /** Whose price of a day it is; null without one. */
  readonly sourceOf: (day: string) => string | null;
  /** Dollars of base units at a time in Unix seconds; null without a price. */
  readonly usdAt: (amount: bigint, time: number) => number | null;
  readonly facts: ResultPrices;
}

/** The prices of days, from the price store and the providers; a stablecoin is at par on every day. */
export async function pricesOf(
  prices: CheckPrices | undefined,
  asset: Asset,
  days: readonly string[],
  signal: AbortSignal,
): Promise<PricesRead> {
  if (STABLE_AT_PAR.has(asset.ticker)) {
    return pricedBy(
      asset,
      () => PAR,
      () => 'par',
      describePrices(asset.ticker, [], new Map(), true),
    );
  }
  if (prices === undefined) {
    return pricedBy(
      asset,
      () => null,
      () => null,
      describePrices(asset.ticker, [], new Map(), false),
    );
  }
  const { byDay, facts } = await prices.pricesOf(asset, days, signal);
  return pricedBy(
    asset,
    (day) => byDay.get(day)?.price ?? null,
    (day) => byDay.get(day)?.source ?? null,
    facts,
  );
}

function pricedBy(
  { decimals }: Asset,
  priceOn: (day: string) => Price | null,
  sourceOf: PricesRead['sourceOf'],
  facts: ResultPrices,
): PricesRead {
  const unit = 10n ** BigInt(decimals);
  return {
    usdOn: (day) => usdOfAmounts([{ amount: unit, price: priceOn(day) }], decimals),
    sourceOf,
    usdAt: (amount, time) => usdOfAmounts([{ amount, price: priceOn(dayOf(time)) }], decimals),
    facts,
  };
}
