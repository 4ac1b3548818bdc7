import type { NetworkId } from './network.ts';

/** The networks that carry tokens under their own badge; a token is named by its parent (`USDT` on `TRX`). */
export const PARENTS = ['ETH', 'TRX', 'BSC', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX', 'LUNC'] as const;

export type Parent = (typeof PARENTS)[number];

/** One entry of the supported asset list. `ticker` with `parent` is its identity. */
export interface Asset {
  readonly ticker: string;
  readonly name: string;
  /** The chain a token lives on; null for a chain's own coin. */
  readonly parent: Parent | null;
  /** The currency whose address format applies when it is not the ticker's own (BNB is judged as BSC); null otherwise. */
  readonly subticker: string | null;
  /** Where its transfers are recorded; null where Assay validates addresses but cannot follow the money. */
  readonly network: NetworkId | null;
  /** Base units per coin are 10^decimals. */
  readonly decimals: number;
  /** Contract, mint or denomination of a token in its chain's own form; null for a coin. */
  readonly contract: string | null;
}

/** Currency key an address of this asset is validated under: parent, else subticker, else ticker. */
export function currencyOf(asset: Pick<Asset, 'ticker' | 'parent' | 'subticker'>): string {
  return asset.parent ?? asset.subticker ?? asset.ticker;
}
