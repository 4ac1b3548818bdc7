import { type Label, METHOD_REVISION, type MethodRevision } from '@assay/exposure';
import type { Db, Pool } from '../../db/index.ts';
import { labelledAddresses, labelsOf } from './labels.store.ts';
import { filterOf, filtersRead } from './large-networks.store.ts';

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
  /** Every address that `labelsOf` may have a label of; null where there are too many to keep. */
  readonly labelledAddresses: (
    db: Db,
    network: string,
    asset: string,
    limit: number,
  ) => Promise<readonly string[] | null>;
}

interface KnownState {
  /** Null where there are too many to keep. */
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
  /**
   * From which filters are read in the background, over the labels of version 1; without it, every address of a large
   * store is asked for.
   */
  readonly pool?: Pool | null;
  /** Of another version of the method. */
  readonly reader?: LabelReader;
  /** Stores of more labels are large. */
  readonly most?: number;
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

  constructor({
    revision = METHOD_REVISION,
    pool = null,
    reader = readerOfMethod1(revision),
    most = MOST_ADDRESSES,
  }: KnownLabelsOptions = {}) {
    this.#reader = reader;
    this.#pool = pool;
    this.#most = most;
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
    const mayHaveOne = labelled === null ? this.#filterOf(digest, network) : (address: string) => labelled.has(address);
    if (mayHaveOne === null) return this.#reader.labelsOf(db, network, addresses, asset);
    if (labelled === null && labels.size > MOST_CACHED) labels.clear();
    const missing = [...new Set(addresses)].filter((address) => !labels.has(address) && mayHaveOne(address));
    const found = missing.length === 0 ? [] : await this.#reader.labelsOf(db, network, missing, asset);
    for (const [at, own] of found.entries()) labels.set(missing[at] ?? '', own);
    return addresses.map((address) => labels.get(address) ?? []);
  }

  /** Returns when no filter is being read. */
  async settled(): Promise<void> {
    if (this.#pool !== null) await filtersRead(this.#pool);
  }

  /** Null as long as there is none. */
  #filterOf(digest: string, network: string): ((address: string) => boolean) | null {
    const filter = this.#pool === null ? null : filterOf(this.#pool, digest, network);
    return filter === null ? null : (address) => filter.mayContain(address);
  }

  #stateOf(db: Db, digest: string, network: string, asset: string): Promise<KnownState> {
    const key = `${digest} ${network} ${asset}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = this.#readState(db, network, asset);
    this.#states.set(key, state);
    // A failed read is not cached.
    state.catch(() => this.#states.delete(key));
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= MOST_STATES) break;
      this.#states.delete(oldest);
    }
    return state;
  }

  async #readState(db: Db, network: string, asset: string): Promise<KnownState> {
    const addresses = await this.#reader.labelledAddresses(db, network, asset, this.#most);
    return { labelled: addresses === null ? null : new Set(addresses), labels: new Map() };
  }
}

function readerOfMethod1(revision: MethodRevision): LabelReader {
  return { labelsOf: (...asked) => labelsOf(...asked, revision), labelledAddresses };
}
