import type { Asset } from '@assay/domain';
import { type Direction, hasPriceBounds, priceBoundsOn, type UsdBounds, usdOfAmounts } from '@assay/exposure';
import type { Flows } from './own-flows.ts';
import type { ValuedFlows } from './value-flows.ts';

/** Whether the table of price bounds holds a coin; a token of the same name on another network is another asset. */
export function isBounded({ ticker, parent }: Asset): boolean {
  return parent === null && hasPriceBounds(ticker);
}

/**
 * Bounds of the dollars of each direction, where a record of it has no price (docs/method/2, section 6.9): such a record
 * counts at the least and at the most of its year. Null where every record has a price, and where one has neither.
 *
 * @param daily what moved by day; null where it was not read
 */
export function usdBoundsOf(
  asset: Asset,
  daily: Readonly<Record<Direction, Flows>> | null,
  amounts: Readonly<Record<Direction, bigint>>,
  { incomingUsd, outgoingUsd, priceOn }: Pick<ValuedFlows, 'incomingUsd' | 'outgoingUsd' | 'priceOn'>,
): Readonly<Record<Direction, UsdBounds | null>> {
  const boundsOf = (direction: Direction, usd: number | null): UsdBounds | null => {
    if (usd !== null || daily === null || daily[direction].size === 0 || !isBounded(asset)) return null;
    const sumAt = (end: 'low' | 'high') =>
      usdOfAmounts(
        [...daily[direction]].map(([day, amount]) => ({
          amount,
          price: priceOn(day) ?? priceBoundsOn(asset.ticker, day)?.[end] ?? null,
        })),
        asset.decimals,
        amounts[direction],
      );
    const [low, high] = [sumAt('low'), sumAt('high')];
    return low === null || high === null ? null : { low, high };
  };
  return { bwd: boundsOf('bwd', incomingUsd), fwd: boundsOf('fwd', outgoingUsd) };
}
