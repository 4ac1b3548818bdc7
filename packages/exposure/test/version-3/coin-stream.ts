import { CATEGORIES } from '@assay/domain';
import { ratio } from '../../src/records/ratios.ts';
import type { NodeId, OutputRecord, TransactionRecord } from '../../src/records/record.ts';
import { netOf, unknownInputValue } from '../../src/records/utxo-flows.ts';
import {
  type IsOnReviewedList,
  MIXED_IN_COINJOIN,
  type Mixture,
  type MixtureRow,
  NEWLY_MINED,
  type Owners,
  type ShareSource,
} from '../../src/version-3/mixture.ts';
import { countingLabel, sourceOf } from '../../src/version-3/walk/rows/counting-label.ts';
import type { ClusteredStore } from './coin-cases.ts';

const OWNERS: readonly Owners[] = [1, 2, 3, 4, 5, 6];

/** Shares of a composition by a text of their source and owners. */
type Mix = Map<string, { readonly source: ShareSource | 'unknown' | 'R'; readonly owners: number; share: number }>;

/**
 * The mixture *ever* in one forward pass over all transactions (docs/method/3, section 5.2): the composition of each
 * output, from those of the coins that its transaction spends.
 */
export function streamedEver(store: ClusteredStore, asked: NodeId, isOnList: IsOnReviewedList): Mixture | null {
  const mixes = new Map<string, Mix>();
  const ever: Mix = new Map();
  const net = (transaction: TransactionRecord): bigint => netOf(transaction, asked);
  const total = store.records.reduce((sum, transaction) => (net(transaction) > 0n ? sum + net(transaction) : sum), 0n);
  for (const transaction of store.records) {
    const reader = new TransactionReader(store, asked, isOnList, mixes, transaction);
    for (const output of transaction.outputs) mixes.set(keyOf(output), reader.mixFor(output.owner, null));
    if (net(transaction) > 0n) addTo(ever, reader.mixFor(asked, asked), ratio(net(transaction), total));
  }
  return total === 0n ? null : mixtureOf(ever);
}

class TransactionReader {
  readonly #store: ClusteredStore;
  readonly #asked: NodeId;
  readonly #isOnList: IsOnReviewedList;
  readonly #mixes: ReadonlyMap<string, Mix>;
  readonly #transaction: TransactionRecord;

  constructor(
    store: ClusteredStore,
    asked: NodeId,
    isOnList: IsOnReviewedList,
    mixes: ReadonlyMap<string, Mix>,
    transaction: TransactionRecord,
  ) {
    this.#store = store;
    this.#asked = asked;
    this.#isOnList = isOnList;
    this.#mixes = mixes;
    this.#transaction = transaction;
  }

  /** The composition of an output of an owner, without the coins of another. */
  mixFor(owner: NodeId | null, without: NodeId | null): Mix {
    const mix: Mix = new Map();
    if (this.#transaction.coinbase) {
      put(mix, NEWLY_MINED, 1, 1);
      return mix;
    }
    const coins = this.#transaction.inputs.filter((coin) => without === null || coin.owner !== without);
    const unknown = unknownInputValue(this.#transaction);
    const all = coins.reduce((sum, { amount }) => sum + amount, unknown);
    const isMixed = this.#isCoinjoin();
    for (const coin of coins) if (all > 0n) this.#take(mix, coin, ratio(coin.amount, all), owner, isMixed);
    const rest = all === 0n ? 1 : ratio(unknown, all);
    put(mix, isMixed ? MIXED_IN_COINJOIN : 'unknown', 1, rest);
    return mix;
  }

  #take(mix: Mix, coin: OutputRecord, share: number, owner: NodeId | null, isMixed: boolean): void {
    const source = coin.owner === null ? 'unknown' : this.#labelOf(coin.owner);
    if (source !== null) {
      put(mix, source === 'unknown' && isMixed ? MIXED_IN_COINJOIN : source, 1, share);
      return;
    }
    const before = this.#mixes.get(keyOf(coin));
    if (before === undefined) put(mix, 'R', 1, share);
    for (const part of before?.values() ?? []) {
      const isKept = part.source === 'R' || (part.source !== 'unknown' && isBad(part.source));
      if (isMixed && !isKept) put(mix, MIXED_IN_COINJOIN, 1, share * part.share);
      else put(mix, part.source, part.owners + this.#added(owner, part.source), share * part.share);
    }
  }

  #added(owner: NodeId | null, source: ShareSource | 'unknown' | 'R'): 0 | 1 {
    const spenders = this.#spenders();
    if (owner !== null && spenders.has(owner)) return 0;
    if (owner === null || typeof source === 'string' || !source.explained) return 1;
    const cluster = this.#store.clusterOf(owner);
    return [...spenders].some((spender) => this.#store.clusterOf(spender) === cluster) ? 0 : 1;
  }

  #isCoinjoin(): boolean {
    const { outputs } = this.#transaction;
    const spenders = [...this.#spenders()];
    const isAlike = outputs.some(({ amount }) => outputs.filter((other) => other.amount === amount).length >= 3);
    if (!isAlike || new Set(spenders.map((spender) => this.#store.clusterOf(spender))).size < 3) return false;
    return spenders.every((spender) => {
      const source = this.#labelOf(spender);
      return source === null || source.category === 'other_entities' || isBad(source);
    });
  }

  #spenders(): ReadonlySet<NodeId> {
    return new Set(this.#transaction.inputs.map(({ owner }) => owner).filter((owner) => owner !== null));
  }

  #labelOf(owner: NodeId): ShareSource | null {
    if (owner === this.#asked) return null;
    const label = countingLabel(this.#store.factsOf(owner).labels, this.#transaction.time);
    return label === null ? null : sourceOf(label, this.#transaction.time, this.#isOnList);
  }
}

const isBad = ({ category }: ShareSource): boolean => ['S', 'A', 'B'].includes(CATEGORIES[category].tier);

const keyOf = ({ createdBy, index }: OutputRecord): string => `${createdBy}:${index}`;

function put(mix: Mix, source: ShareSource | 'unknown' | 'R', owners: number, share: number): void {
  if (share === 0) return;
  const capped = Math.min(6, owners);
  const key = `${JSON.stringify(source)} ${typeof source === 'string' ? '' : capped}`;
  const known = mix.get(key);
  if (known === undefined) mix.set(key, { source, owners: capped, share });
  else known.share += share;
}

function addTo(mix: Mix, other: Mix, part: number): void {
  for (const { source, owners, share } of other.values()) put(mix, source, owners, share * part);
}

function mixtureOf(mix: Mix): Mixture {
  const rows: MixtureRow[] = [];
  let [unknownOrigin, notFollowed] = [0, 0];
  for (const { source, owners, share } of mix.values()) {
    if (source === 'unknown') unknownOrigin += share;
    else if (source === 'R') notFollowed += share;
    else rows.push({ ...source, owners: OWNERS[owners - 1] ?? 6, share });
  }
  return { rows, unknownOrigin, notFollowed };
}
