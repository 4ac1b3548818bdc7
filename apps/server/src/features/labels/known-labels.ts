import type { Label } from '@assay/exposure';
import type { Db } from '../../db/index.ts';
import { labelledAddresses, labelsOf } from './labels.store.ts';

/** Above so many labelled addresses of one network they are asked for one batch after the other. */
const MOST_ADDRESSES = 1_000_000;
/** States of the labels kept: those of a few assets at once. */
const MOST_STATES = 8;

interface KnownState {
  /** Null where there are too many to keep. */
  readonly labelled: ReadonlySet<string> | null;
  readonly labels: Map<string, Label[]>;
}

/** Labels of one state of the database, those concluded from the records of one asset among them. */
export interface KnownLabelsAt {
  /** As the store's `labelsOf`. */
  readonly labelsOf: (network: string, addresses: readonly string[]) => Promise<Label[][]>;
  /** Every address of a network with any label: the same set as long as none changes; null where there are too many. */
  readonly labelled: (network: string) => Promise<ReadonlySet<string> | null>;
}

/**
 * Remembers which addresses of a network have any label, and the labels it has read, as long as none changes: nearly
 * every account a walk meets has none, and need not be asked for. `digest` stands for the state of all labels, so a
 * former state is never answered for a new one.
 */
export class KnownLabels {
  readonly #states = new Map<string, Promise<KnownState>>();

  /** What whoever reads the state of the labels that `digest` stands for asks of them, on `db`, which reads that state. */
  at(db: Db, digest: string, asset: string): KnownLabelsAt {
    return {
      labelsOf: (network, addresses) => this.labelsOf(db, digest, network, addresses, asset),
      labelled: async (network) => (await this.#stateOf(db, digest, network, asset)).labelled,
    };
  }

  /** As `labelsOf`, on the state of the labels that `digest` stands for and `db` reads. */
  async labelsOf(
    db: Db,
    digest: string,
    network: string,
    addresses: readonly string[],
    asset: string,
  ): Promise<Label[][]> {
    const state = await this.#stateOf(db, digest, network, asset);
    if (state.labelled === null) return labelsOf(db, network, addresses, asset);
    const { labelled, labels } = state;
    const missing = [...new Set(addresses)].filter((address) => labelled.has(address) && !labels.has(address));
    const found = missing.length === 0 ? [] : await labelsOf(db, network, missing, asset);
    for (const [at, own] of found.entries()) labels.set(missing[at] ?? '', own);
    return addresses.map((address) => labels.get(address) ?? []);
  }

  #stateOf(db: Db, digest: string, network: string, asset: string): Promise<KnownState> {
    const key = `${digest} ${network} ${asset}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = readState(db, network, asset);
    this.#states.set(key, state);
    // A read that failed is not remembered.
    state.catch(() => this.#states.delete(key));
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= MOST_STATES) break;
      this.#states.delete(oldest);
    }
    return state;
  }
}

async function readState(db: Db, network: string, asset: string): Promise<KnownState> {
  const addresses = await labelledAddresses(db, network, asset, MOST_ADDRESSES + 1);
  return { labelled: addresses.length > MOST_ADDRESSES ? null : new Set(addresses), labels: new Map() };
}
