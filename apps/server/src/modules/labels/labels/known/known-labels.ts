import { type Label, METHOD_REVISION, type MethodRevision } from '@assay/exposure';
import type { Db, Pool } from '../../../../platform/db/index.ts';
import { labelledAddresses, labelsOf } from './labels.store.ts';
import { filterOf, filtersRead, type LargeSet, largeSetOfMethod1 } from './large-sets.store.ts';

/** Above this number of labels, a filter says of nearly every address that it has none. */
const MOST_ADDRESSES = 1_000_000;
/** Number of cached states of the labels: those of a few assets at once. */
const MOST_STATES = 8;
/** Addresses whose labels are cached where a filter is used. */
const MOST_CACHED = 200_000;

/** How the labels of a version of the method are read; by version 1 where nothing else is said. */
export interface LabelReader {
  /** As the store's `labelsOf`. */
  readonly labelsOf: (db: Db, network: string, addresses: readonly string[], asset: string) => Promise<Label[][]>;
  /** Every address that `labelsOf` may have a label of, in parts that are kept apart. */
  readonly parts: (db: Db, network: string, asset: string) => readonly LabelledPart[];
}

/** Addresses that may have a label, in the state that the database has when they are read. */
export interface LabelledPart {
  /** Null where there are too many to keep. */
  readonly addresses: (limit: number) => Promise<readonly string[] | null>;
  /** What a filter is then read over. */
  readonly large: () => Promise<LargeSet>;
}

type KnownPart =
  | { readonly kind: 'kept'; readonly addresses: ReadonlySet<string> }
  | { readonly kind: 'large'; readonly set: LargeSet };

interface KnownState {
  readonly parts: readonly KnownPart[];
  /** All of them; null where there are too many to keep. */
  readonly labelled: ReadonlySet<string> | null;
  /** Labels that were read, and of a state without `labelled` also that an address has none. */
  readonly labels: Map<string, Label[]>;
}

/** Labels of one state of the database, including those derived from the records of one asset. */
export interface KnownLabelsAt {
  /** As the store's `labelsOf`. */
  readonly labelsOf: (network: string, addresses: readonly string[]) => Promise<Label[][]>;
  /** Every address of a network with any label: the same set as long as none changes; null where there are too many. */
  readonly labelled: (network: string) => Promise<ReadonlySet<string> | null>;
}

export interface KnownLabelsOptions {
  /** Of version 1 of the method, by whose rules listings end. */
  readonly revision?: MethodRevision;
  /** From which filters are read in the background; without it, every address of a large store is asked for. */
  readonly pool?: Pool | null;
  /** Of another version of the method. */
  readonly reader?: LabelReader;
  /** Stores of more labels are large. */
  readonly most?: number;
  /** Addresses whose labels are cached of a large store. */
  readonly mostCached?: number;
}

/**
 * Caches which addresses of a network have any label, and the labels it has read, as long as none changes: nearly every
 * account that a walk reaches has none, and needs no query. `digest` identifies the state of all labels, so a former
 * state is never returned for a new one.
 */
export class KnownLabels {
  readonly #states = new Map<string, Promise<KnownState>>();
  readonly #reader: LabelReader;
  readonly #pool: Pool | null;
  readonly #most: number;
  readonly #mostCached: number;

  constructor({
    revision = METHOD_REVISION,
    pool = null,
    reader = readerOfMethod1(revision),
    most = MOST_ADDRESSES,
    mostCached = MOST_CACHED,
  }: KnownLabelsOptions = {}) {
    this.#reader = reader;
    this.#pool = pool;
    this.#most = most;
    this.#mostCached = mostCached;
  }

  /** Label access for the state of the labels that `digest` identifies; `db` must read that state. */
  at(db: Db, digest: string, asset: string): KnownLabelsAt {
    return {
      labelsOf: (network, addresses) => this.labelsOf(db, digest, network, addresses, asset),
      labelled: async (network) => (await this.#stateOf(db, digest, network, asset)).labelled,
    };
  }

  /** As `labelsOf`, in the state of the labels that `digest` identifies and `db` reads. */
  async labelsOf(
    db: Db,
    digest: string,
    network: string,
    addresses: readonly string[],
    asset: string,
  ): Promise<Label[][]> {
    const state = await this.#stateOf(db, digest, network, asset);
    const { labelled, labels } = state;
    const mayHaveOne = labelled === null ? this.#filtersOf(state) : (address: string) => labelled.has(address);
    if (mayHaveOne === null) return this.#reader.labelsOf(db, network, addresses, asset);
    if (labelled === null && labels.size > this.#mostCached) labels.clear();
    // Another call may empty the cache while this one waits: what is cached is taken first.
    const known = new Map(addresses.map((address) => [address, labels.get(address)]));
    const missing = [...known.keys()].filter((address) => known.get(address) === undefined && mayHaveOne(address));
    const found = missing.length === 0 ? [] : await this.#reader.labelsOf(db, network, missing, asset);
    for (const [at, own] of found.entries()) {
      labels.set(missing[at] ?? '', own);
      known.set(missing[at] ?? '', own);
    }
    return addresses.map((address) => known.get(address) ?? []);
  }

  /** Returns when no filter is being read. */
  async settled(): Promise<void> {
    if (this.#pool !== null) await filtersRead(this.#pool);
  }

  /** Null as long as one is missing. All of them are read at the same time. */
  #filtersOf({ parts }: KnownState): ((address: string) => boolean) | null {
    const pool = this.#pool;
    if (pool === null) return null;
    const tests = parts.map((part): ((address: string) => boolean) | null => {
      if (part.kind === 'kept') return (address) => part.addresses.has(address);
      const filter = filterOf(pool, part.set);
      return filter === null ? null : (address) => filter.mayContain(address);
    });
    const read = tests.filter((test) => test !== null);
    return read.length < tests.length ? null : (address) => read.some((test) => test(address));
  }

  #stateOf(db: Db, digest: string, network: string, asset: string): Promise<KnownState> {
    const key = `${digest} ${network} ${asset}`;
    const known = this.#states.get(key);
    // A read that another one began may fail with its transaction, which says nothing of this one.
    if (known !== undefined) return known.catch(() => this.#stateOf(db, digest, network, asset));
    const state = this.#readState(db, network, asset);
    this.#states.set(key, state);
    // A failed read is not cached.
    state.catch(() => {
      if (this.#states.get(key) === state) this.#states.delete(key);
    });
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= MOST_STATES) break;
      this.#states.delete(oldest);
    }
    return state;
  }

  async #readState(db: Db, network: string, asset: string): Promise<KnownState> {
    const parts: KnownPart[] = [];
    for (const { addresses, large } of this.#reader.parts(db, network, asset)) {
      const found = await addresses(this.#most);
      parts.push(found === null ? { kind: 'large', set: await large() } : { kind: 'kept', addresses: new Set(found) });
    }
    const kept = parts.flatMap((part) => (part.kind === 'kept' ? [part.addresses] : []));
    const labelled = kept.length < parts.length ? null : unionOf(kept);
    return { parts, labelled, labels: new Map() };
  }
}

function unionOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = sets;
  if (first !== undefined && others.length === 0) return first;
  return new Set(sets.flatMap((set) => [...set]));
}

function readerOfMethod1(revision: MethodRevision): LabelReader {
  return {
    labelsOf: (...asked) => labelsOf(...asked, revision),
    parts: (db, network, asset) => [
      {
        addresses: (limit) => labelledAddresses(db, network, asset, limit),
        large: () => largeSetOfMethod1(db, network),
      },
    ],
  };
}
