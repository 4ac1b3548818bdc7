import type { Db, Pool } from '../../db/index.ts';
import { inSnapshot } from '../../db/transactions.ts';
import { AddressFilter } from './address-filter.ts';
import { labelSetState } from './labels.store.ts';

const ADDRESSES_PER_FETCH = 5_000;
/** States of networks whose filters are kept: those of a few networks, and of the labels before their last change. */
const MOST_FILTERS = 6;

/** A filter over the labelled addresses of one network, while it is read and after. */
class ReadFilter {
  filter: AddressFilter | null = null;
  readonly reading: Promise<void>;

  constructor(read: Promise<AddressFilter>) {
    this.reading = read.then((filter) => {
      this.filter = filter;
    });
  }
}

/** By pool, so that all parts of a process that ask one database share what was read. */
const FILTERS = new WeakMap<Pool, Map<string, ReadFilter>>();

/**
 * The filter over all labelled addresses of a network in the state that `digest` identifies; null while it is being
 * read, in the background, as nobody should wait for millions of rows.
 */
export function filterOf(pool: Pool, digest: string, network: string): AddressFilter | null {
  const filters = FILTERS.get(pool) ?? new Map<string, ReadFilter>();
  FILTERS.set(pool, filters);
  const key = `${digest} ${network}`;
  const known = filters.get(key);
  if (known !== undefined) return known.filter;
  const read = new ReadFilter(readFilter(pool, digest, network));
  filters.set(key, read);
  // Without the filter every address is asked for, which gives the same answers; the next check reads it again.
  read.reading.catch(() => filters.delete(key));
  for (const oldest of filters.keys()) {
    if (filters.size <= MOST_FILTERS) break;
    filters.delete(oldest);
  }
  return null;
}

/** Returns when no filter is being read; fails as the reading did. */
export async function filtersRead(pool: Pool): Promise<void> {
  await Promise.all([...(FILTERS.get(pool)?.values() ?? [])].map(({ reading }) => reading));
}

function readFilter(pool: Pool, digest: string, network: string): Promise<AddressFilter> {
  return inSnapshot(pool, async (client) => {
    if ((await labelSetState(client)).digest !== digest) throw new Error('The labels have changed meanwhile');
    const filter = new AddressFilter(await countLabelsAtMost(client));
    // The index alone has the addresses, and is what checks will look into: reading it leaves its pages in the memory of
    // the database, which a scan of so large a table does not.
    await client.query('SET LOCAL enable_seqscan = off');
    await client.query({
      text: `DECLARE labelled NO SCROLL CURSOR FOR
               SELECT address FROM label WHERE network = ${client.escapeLiteral(network)}
               UNION ALL SELECT address FROM derived_label WHERE network = ${client.escapeLiteral(network)}`,
    });
    for (;;) {
      if (pool.ending) throw new Error('The process ends');
      const { rows } = await client.query<[string]>({
        text: `FETCH ${ADDRESSES_PER_FETCH} FROM labelled`,
        rowMode: 'array',
      });
      for (const [address] of rows) filter.add(address);
      if (rows.length < ADDRESSES_PER_FETCH) return filter;
    }
  });
}

async function countLabelsAtMost(db: Db): Promise<number> {
  const { rows } = await db.query<{ labels: string }>(
    `SELECT (SELECT coalesce(sum(accepted), 0) FROM label_set)
          + (SELECT coalesce(sum(labels), 0) FROM derived_label_set) AS labels`,
  );
  return Number(rows[0]?.labels ?? 0);
}
