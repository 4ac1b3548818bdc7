import type { Asset, Category, NetworkId } from '@assay/domain';
import type { PartyRole } from '@assay/wording';
import type { TransferBetween } from '../../records/index.ts';

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
  /** The newest first; only of records that were read of a chain, which nothing else stores. */
  readonly transactions?: readonly TransferBetween[];
}

/** The largest parties of one direction, the largest first, and how many there are in all. */
export interface NeighboursOfDirection {
  readonly largest: readonly Neighbour[];
  readonly parties: number;
  /** Of all parties. */
  readonly amount: bigint;
  /** Moved in older records that were not read, 0 where that is not known; null where all were read. */
  readonly unread: bigint | null;
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

/** How the records of an expansion were read of a chain; `since` as in `OwnRecords`. */
export interface NeighboursReading {
  readonly providers: readonly string[];
  readonly calls: number;
  readonly since: number | null;
}

export type OnChainAnswer =
  | (Extract<NeighboursAnswer, { is: 'ready' }> & { readonly reading: NeighboursReading })
  /** No provider answered; `faults` say why, without addresses. */
  | { readonly is: 'unanswered'; readonly faults: readonly string[] };

export interface OnChainPort {
  canAsk(asset: Asset): boolean;
  largest(
    asset: Asset,
    address: string,
    until: { readonly time: Date; readonly block: string | null } | null,
    options: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<OnChainAnswer>;
}

export interface BetweenPort {
  /** The newest transfers by which one address paid another one. */
  newest(asset: FollowedAsset, from: string, to: string, most: number): Promise<readonly TransferBetween[]>;
}
