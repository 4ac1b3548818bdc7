import type { NodeId } from '../../records/record.ts';
import type { UtxoStore } from '../../walk/store.ts';

/** A store of a UTXO network as version 3 reads it: it may know clusters (docs/method/3, section 2.3). */
export interface CoinStore extends UtxoStore {
  /**
   * The cluster of each owner, in the order asked: one number for all members of a cluster, another for each other
   * cluster, and for an owner without one its own node. Absent where a store holds none: each owner is alone then.
   * Labels that an owner takes from its cluster come with its facts (`derivedBy` is `cluster`).
   */
  clustersOf?(nodes: readonly NodeId[]): Promise<readonly NodeId[]>;
}
