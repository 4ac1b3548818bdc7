import type { Asset, Category, NetworkId } from '@assay/domain';
import type { PartyRole } from '@assay/wording';
import type { TransferBetween } from '../transfers/index.ts';

/** An asset whose records are held by transfer ledgers. */
export type FollowedAsset = Pick<Asset, 'ticker' | 'parent' | 'decimals'> & { readonly network: NetworkId };

/** One party that paid an address, or that it paid. Amounts are base units, times Unix seconds. */
export interface Neighbour {
  /** Null for what is no account: fees, coins that were just made, and owners that no record names. */
  readonly address: string | null;
  readonly role: PartyRole;
  readonly amount: bigint;
  readonly transfers: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly label: { readonly entity: string; readonly category: Category } | null;
}

/** The largest parties of one direction, the largest first, and how many there are in all. */
export interface NeighboursOfDirection {
  readonly largest: readonly Neighbour[];
  readonly parties: number;
  /** Of all parties. */
  readonly amount: bigint;
}

export type NeighboursAnswer =
  | {
      readonly is: 'ready';
      readonly incoming: NeighboursOfDirection;
      readonly outgoing: NeighboursOfDirection;
      readonly alsoSeen: readonly {
        readonly ticker: string;
        readonly parent: string | null;
        readonly records: number;
      }[];
    }
  /** They are being summed up; asking again continues. */
  | { readonly is: 'building'; readonly progress: number }
  | { readonly is: 'no records' };

export interface NeighboursPort {
  /** @param until the last record that counts, as the result states it; null for all records */
  largest(
    asset: FollowedAsset,
    address: string,
    until: { readonly time: Date; readonly block: string | null } | null,
    options: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<NeighboursAnswer>;
}

export interface BetweenPort {
  /** The newest transfers by which one address paid another one. */
  newest(asset: FollowedAsset, from: string, to: string, most: number): Promise<readonly TransferBetween[]>;
}
