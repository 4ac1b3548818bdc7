import { type CoinGraph, coinGraph, Random } from '@assay/testkit';
import { ClusterUnion, carriedEntity } from '../../src/labels/cluster-union.ts';
import { jointOwners } from '../../src/labels/joint-owners.ts';
import type { Label } from '../../src/labels/label.ts';
import type { AccountFacts } from '../../src/labels/party-facts.ts';
import { LARGEST_RISKY_CLUSTER } from '../../src/method/label-numbers-2.ts';
import { compareText } from '../../src/records/compare-text.ts';
import { ratio } from '../../src/records/ratios.ts';
import type { NodeId, OutputRecord } from '../../src/records/record.ts';
import { MemoryUtxoStore } from '../../src/reference/memory-utxo.ts';
import type { CoinStore } from '../../src/version-3/coins/coin-store.ts';
import type { Mixture } from '../../src/version-3/mixture.ts';
import { isBad } from '../../src/version-3/rating/floors/risk-row.ts';
import { countingLabel } from '../../src/version-3/walk/rows/counting-label.ts';
import type { WalkOptions } from '../../src/walk/options.ts';
import type { CoinWorld } from '../method-3/coin-walk.ts';
import { type Composition, NOT_FOLLOWED, UNKNOWN } from '../method-3/composition.ts';
import { divide, type Fraction } from '../method-3/fraction.ts';

export const EXACT: WalkOptions = { threshold: 0, maxStates: 1e9, evidence: false };

/** Every third entity is on no list, and none is on odd days. */
export const isOnList = (entity: string, time: number): boolean => !entity.endsWith('2') && time % 7 !== 0;

/** From few owners, who are soon one cluster, to many, whose coinjoins pass through each other. */
const SIZES = [
  { accounts: 12, transfers: 60 },
  { accounts: 40, transfers: 60 },
  { accounts: 70, transfers: 70 },
] as const;

interface CoinCase {
  readonly graph: CoinGraph;
  readonly store: ClusteredStore;
  readonly address: string;
}

/** A graph of a fixed seed, and an address of it; every second without clusters. */
export function caseOf(seed: number, part: StorePart = {}): CoinCase {
  const size = SIZES[seed % SIZES.length] ?? SIZES[0];
  const graph = coinGraph({ seed, ...size, hasCoinjoins: true });
  const store = new ClusteredStore({ ...graph, ...part }, seed % 2 === 0);
  return { graph, store, address: addressFor(graph, seed) };
}

/** Owner of outputs that nobody can be named for, followed by the output. */
export const NOBODY = 'nobody';

type StorePart = Partial<ConstructorParameters<typeof MemoryUtxoStore>[0]>;

/** A store with clusters, and what an owner takes from its cluster, as a ledger keeps them. */
export class ClusteredStore extends MemoryUtxoStore implements CoinStore {
  readonly #union: ClusterUnion;
  readonly #members = new Map<NodeId, NodeId[]>();

  constructor(part: StorePart & Pick<CoinGraph, 'transactions'>, hasClusters = true) {
    super({ network: 'BTC', derive: false, ...part });
    const given = (node: NodeId): AccountFacts => super.factsOf(node);
    this.#union = new ClusterUnion((id) => ({ id, size: 1, entity: carriedEntity(given(id).labels) }));
    const owners = new Set<NodeId>();
    for (const record of this.records) {
      const joint = [...jointOwners(record)].sort((a, b) => compareText(given(a).address, given(b).address));
      if (hasClusters) this.#union.join(record.node, joint);
      for (const { owner } of [...record.inputs, ...record.outputs]) if (owner !== null) owners.add(owner);
    }
    for (const owner of owners) {
      const id = this.#union.idOf(owner);
      this.#members.set(id, [...(this.#members.get(id) ?? []), owner]);
    }
  }

  override async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return nodes.map((node) => this.factsOf(node));
  }

  async clustersOf(nodes: readonly NodeId[]): Promise<readonly NodeId[]> {
    return nodes.map((node) => this.clusterOf(node));
  }

  clusterOf(node: NodeId): NodeId {
    return this.#union.idOf(node);
  }

  override factsOf(node: NodeId): AccountFacts {
    const facts = super.factsOf(node);
    const members = this.#members?.get(this.#union.idOf(node)) ?? [];
    if (members.length < 2) return facts;
    const taken = members
      .flatMap((member) => super.factsOf(member).labels)
      .filter((label) => members.length <= LARGEST_RISKY_CLUSTER || !isBad(label))
      .map((label): Label => ({ ...label, origin: 'derived', derivedBy: 'cluster' }));
    return { ...facts, labels: [...facts.labels, ...taken] };
  }
}

function addressFor({ transactions }: CoinGraph, seed: number): string {
  const owners = transactions.flatMap(({ outputs }) => outputs.map(({ owner }) => owner));
  return new Random(seed).pick(owners.filter((owner) => owner !== null));
}

/** The same records, labels and clusters as the second implementation reads them. */
export function worldOf(store: ClusteredStore): CoinWorld {
  const addressOf = (node: NodeId): string => store.factsOf(node).address;
  const nodeOf = (address: string): NodeId => store.nodeOf(address) ?? -1;
  const keyOf = ({ createdBy, index }: OutputRecord): string => `${createdBy}:${index}`;
  return {
    transactions: store.records.map(({ node, position, time, inputs, outputs, unknownInputs, coinbase }) => ({
      id: `${node}`,
      order: position,
      time,
      inputs: coinbase
        ? []
        : [
            ...inputs.map((coin) => ({
              previous: keyOf(coin),
              owner: coin.owner === null ? null : addressOf(coin.owner),
              value: coin.amount,
            })),
            ...Array.from({ length: unknownInputs }, (_, index) => ({
              previous: `unknown ${node}:${index}`,
              owner: null,
              value: null,
            })),
          ],
      outputs: outputs.map((coin) => ({
        owner: coin.owner === null ? `${NOBODY} ${keyOf(coin)}` : addressOf(coin.owner),
        value: coin.amount,
      })),
    })),
    labelAt: (address, time) => {
      if (store.nodeOf(address) === null) return null;
      const counting = countingLabel(store.factsOf(nodeOf(address)).labels, time);
      if (counting === null) return null;
      const { category, entity, confidence } = counting.label;
      return { category, entity, confidence, beforeDesignation: counting.beforeDesignation };
    },
    onReviewedList: isOnList,
    clusters: {
      nameOf: (address) => (store.nodeOf(address) === null ? address : `${store.clusterOf(nodeOf(address))}`),
      membersOf: () => [],
    },
  };
}

/** Shares by source and owners; the residuals have keys of their own. */
export function sharesOf({ rows, unknownOrigin, notFollowed }: Mixture): Map<string, number> {
  const shares = new Map([
    [UNKNOWN, unknownOrigin],
    [NOT_FOLLOWED, notFollowed],
  ]);
  for (const row of rows) {
    const key = keyOfRow(row);
    shares.set(key, (shares.get(key) ?? 0) + row.share);
  }
  return shares;
}

/** The same of the second implementation, as parts of a whole. */
export function partsOf(composition: Composition, whole: Fraction): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { source, size } of composition.values()) {
    const { category } = source;
    const key = category === UNKNOWN || category === NOT_FOLLOWED ? category : keyOfRow(source);
    shares.set(key, (shares.get(key) ?? 0) + numberOf(divide(size, whole)));
  }
  return shares;
}

export const numberOf = ({ n, d }: Fraction): number => ratio(n, d);

interface RowKey {
  readonly category: string;
  readonly entity: string;
  readonly confidence: number;
  readonly beforeDesignation: boolean;
  readonly explained: boolean;
  readonly owners: number;
}

/** What has no label of its own has no entity that both implementations share. */
function keyOfRow({ category, entity, confidence, beforeDesignation, explained, owners }: RowKey): string {
  const name = category === 'coinjoin' || category === 'miner' ? '' : `${entity}\n${confidence}`;
  return `${category}\n${name}\n${beforeDesignation} ${explained} ${owners}`;
}
