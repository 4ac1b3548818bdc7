import { ClusterUnion, carriedEntity, jointOwners, type Label, type NodeId } from '@assay/exposure';
import { MemoryUtxoStore } from '@assay/exposure/reference';
import type { CoinRecords, World } from './world.ts';

/** Records of coins with the clusters of their owners, as version 3 reads them (docs/method/3, section 2.3). */
export class ClusteredCoins extends MemoryUtxoStore {
  readonly #clusters: ClusterUnion;
  readonly #isWhole: boolean;

  /** @param labels of each address, with those that its cluster lends it */
  constructor(world: World, { transactions }: CoinRecords, labels: ReadonlyMap<string, readonly Label[]>) {
    super({ network: world.network, transactions, labels, derive: false });
    this.#isWhole = world.isWhole;
    const addressOf = (node: NodeId) => this.factsOf(node).address;
    const given = (node: NodeId) => world.labels.get(addressOf(node)) ?? [];
    this.#clusters = new ClusterUnion((id) => ({ id, size: 1, entity: carriedEntity(given(id)) }));
    for (const record of this.records) {
      const owners = jointOwners(record).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
      this.#clusters.join(record.node, owners);
    }
  }

  override async subject(address: string) {
    const subject = await super.subject(address);
    return subject === null ? null : { ...subject, complete: subject.complete && this.#isWhole };
  }

  async clustersOf(nodes: readonly NodeId[]): Promise<readonly NodeId[]> {
    return nodes.map((node) => this.#clusters.idOf(node));
  }
}
