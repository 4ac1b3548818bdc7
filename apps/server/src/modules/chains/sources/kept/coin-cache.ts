import type { NetworkId } from '@assay/domain';
import type { CoinTip, KeptOwner, KeptTransaction } from './kept-coins.ts';

/** The cache of transactions between checks. */
export interface CoinCache {
  findTransactions(
    network: NetworkId,
    ids: readonly string[],
    tip: CoinTip,
  ): Promise<ReadonlyMap<string, KeptTransaction>>;
  saveTransaction(
    network: NetworkId,
    kept: KeptTransaction,
    tip: CoinTip,
    areSettled: boolean,
    now: Date,
  ): Promise<void>;
  findOwner(network: NetworkId, address: string, tip: CoinTip): Promise<KeptOwner | null>;
  saveOwner(network: NetworkId, owner: KeptOwner, tip: CoinTip, now: Date): Promise<void>;
}
