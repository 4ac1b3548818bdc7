import type { Db, Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inSnapshot } from '../../../../platform/db/transactions.ts';
import { AddressFilter } from './address-filter.ts';
import { givenLabelVersion, labelSetState } from './labels.store.ts';

const ADDRESSES_PER_FETCH = 5_000;
/** Filters that are kept: those of the networks that were asked for last, and of the labels before their last change. */
const MOST_FILTERS = 12;

/** Addresses in one state of the database, of which there are too many to keep: a filter is read over them. */
export interface LargeSet {
  /** Identifies the addresses and their state: no others of the same database ever have this name. */
  readonly name: string;
  /** Whether `db` reads that state. */
  readonly isCurrent: (db: Db) => Promise<boolean>;
  /** Whether an index has all columns that the query reads. */
  readonly isIndexed: boolean;
  readonly count: (db: Db) => Promise<number>;
  /** Opens the cursor `labelled` over them, in a column `address`. */
  readonly open: (client: PoolClient) => Promise<unknown>;
}

/** All addresses of a network with a label, given or derived by version 1 of the method, in the state that `db` reads. */
export async function largeSetOfMethod1(db: Db, network: string): Promise<LargeSet> {
  const { digest } = await labelSetState(db);
  return {
    name: `labels ${digest} ${network}`,
    isCurrent: async (other) => (await labelSetState(other)).digest === digest,
    isIndexed: true,
    count: async (other) => {
      const { rows } = await other.query(`SELECT count(*) AS addresses FROM (${OF_METHOD_1}) AS found`, [network]);
      return Number(rows[0]?.addresses ?? 0);
    },
    open: (client) => client.query(`DECLARE labelled NO SCROLL CURSOR FOR ${OF_METHOD_1}`, [network]),
  };
}

const OF_METHOD_1 = `SELECT address FROM label WHERE network = $1
        UNION ALL SELECT address FROM derived_label WHERE network = $1`;

/** All addresses with a given label on any of these networks, in the state that `db` reads. */
export async function largeSetOfGiven(db: Db, networks: readonly string[]): Promise<LargeSet> {
  const version = await givenLabelVersion(db);
  return {
    name: `given ${version} ${networks.join(' ')}`,
    isCurrent: async (other) => (await givenLabelVersion(other)) === version,
    isIndexed: true,
    count: async (other) => {
      const { rows } = await other.query('SELECT count(*) AS addresses FROM label WHERE network = ANY ($1::text[])', [
        networks,
      ]);
      return Number(rows[0]?.addresses ?? 0);
    },
    open: (client) =>
      client.query('DECLARE labelled NO SCROLL CURSOR FOR SELECT address FROM label WHERE network = ANY ($1::text[])', [
        networks,
      ]),
  };
}

/** A filter over a set, while it is read and after. */
class ReadFilter {
  filter: AddressFilter | null = null;
  readonly reading: Promise<void>;

  constructor(read: Promise<AddressFilter>) {
    this.reading = read.then((filter) => {
      this.filter = filter;
    });
  }
}

/** The filters of one database. */
class Filters {
  /** The last used is the last. */
  readonly byName = new Map<string, ReadFilter>();
  /** Each is read on a connection of those who check: two at once would leave them none. */
  #last: Promise<unknown> = Promise.resolve();

  /** Reads after all that were asked for before. */
  next(read: () => Promise<AddressFilter>): Promise<AddressFilter> {
    const found = this.#last.then(read);
    this.#last = found.catch(() => undefined);
    return found;
  }
}

/** By pool, so that all parts of a process that ask one database share what was read. */
const FILTERS = new WeakMap<Pool, Filters>();

/** The filter over a set; null while it is being read, in the background, as nobody should wait for millions of rows. */
export function filterOf(pool: Pool, set: LargeSet): AddressFilter | null {
  const own = FILTERS.get(pool) ?? new Filters();
  FILTERS.set(pool, own);
  const filters = own.byName;
  const known = filters.get(set.name);
  if (known !== undefined) {
    filters.delete(set.name);
    filters.set(set.name, known);
    return known.filter;
  }
  const read = new ReadFilter(own.next(() => readFilter(pool, set)));
  filters.set(set.name, read);
  // Without the filter every address is asked for, which gives the same answers; the next check reads it again.
  read.reading.catch(() => filters.delete(set.name));
  for (const oldest of filters.keys()) {
    if (filters.size <= MOST_FILTERS) break;
    filters.delete(oldest);
  }
  return null;
}

/** Returns when no filter is being read; fails as the reading did. */
export async function filtersRead(pool: Pool): Promise<void> {
  await Promise.all([...(FILTERS.get(pool)?.byName.values() ?? [])].map(({ reading }) => reading));
}

function readFilter(pool: Pool, { isCurrent, isIndexed, count, open }: LargeSet): Promise<AddressFilter> {
  return inSnapshot(pool, async (client) => {
    if (!(await isCurrent(client))) throw new Error('The labels have changed meanwhile');
    // The index alone has the addresses, and is what checks will look into: reading it leaves its pages in the memory of
    // the database, which a scan of so large a table does not.
    if (isIndexed) await client.query('SET LOCAL enable_seqscan = off');
    const filter = new AddressFilter(await count(client));
    await open(client);
    for (;;) {
      if (pool.ending) throw new Error('The process ends');
      const { rows } = await client.query({ text: `FETCH ${ADDRESSES_PER_FETCH} FROM labelled`, rowMode: 'array' });
      for (const [address] of rows) filter.add(address);
      if (rows.length < ADDRESSES_PER_FETCH) return filter;
    }
  });
}
