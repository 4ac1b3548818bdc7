import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { ColumnStore, deriveColumnLabels, type Label, readColumnBytes } from '@assay/exposure';
import { benchFolder } from '../folder.ts';
import { addressText, categoryName, type Graph } from '../graph/graph.ts';

export interface Loaded {
  readonly store: ColumnStore;
  /** Writing records whose ends are known by number. */
  readonly denseSeconds: number;
  /** Finding or making the number of each end by its address, the making of the text included. */
  readonly dictionarySeconds: number;
  readonly labelSeconds: number;
}

const BATCH = 65_536;
/** Services come first; labelled addresses of others are shared out over some entities of their category. */
const FIRST_USER = 600;
const ENTITIES = 40;

/**
 * Loads a graph in batches, as an importer would: first the ends of a batch by address, then its records. Accounts get
 * the graph's own numbers, since both count them as they first appear.
 */
export function loadStore(graph: Graph, maxBytes?: number): Loaded {
  const store = new ColumnStore({ network: 'ETH', ...(maxBytes === undefined ? {} : { maxBytes }) });
  const from = new Uint32Array(BATCH);
  const to = new Uint32Array(BATCH);
  let dictionary = 0;
  let dense = 0;
  for (let start = 0; start < graph.transfers; start += BATCH) {
    const size = Math.min(BATCH, graph.transfers - start);
    const begin = performance.now();
    for (let index = 0; index < size; index += 1) {
      const payer = graph.from[start + index] ?? 0;
      const payee = graph.to[start + index] ?? 0;
      const first = store.accountOf(addressText(graph, payer));
      const second = store.accountOf(addressText(graph, payee));
      if (first !== payer || second !== payee) throw new Error(`account ${payer} or ${payee} got another number`);
      from[index] = first;
      to[index] = second;
    }
    const middle = performance.now();
    for (let index = 0; index < size; index += 1) {
      const record = start + index;
      const payer = from[index] ?? 0;
      const payee = to[index] ?? 0;
      // Self transfers are no records.
      if (payer === payee) continue;
      store.write(payer, payee, graph.amount[record] ?? 0, graph.time[record] ?? 0, record >>> 8, 0);
    }
    dictionary += middle - begin;
    dense += performance.now() - middle;
  }
  const begin = performance.now();
  labelStore(store, graph, true);
  return {
    store,
    denseSeconds: dense / 1000,
    dictionarySeconds: dictionary / 1000,
    labelSeconds: (performance.now() - begin) / 1000,
  };
}

/** The file a filled store is kept in. */
export function storeFile({ transfers, seed }: Graph): string {
  return path.join(benchFolder(`graph-${transfers}-${seed}`), 'store.bin');
}

/** A store that was filled before; null where there is none. */
export async function reopenStore(graph: Graph): Promise<Loaded | null> {
  const file = storeFile(graph);
  if (!existsSync(file)) return null;
  const store = ColumnStore.from(await readColumnBytes(createReadStream(file, { highWaterMark: 2 ** 22 })));
  labelStore(store, graph, true);
  return { store, denseSeconds: Number.NaN, dictionarySeconds: Number.NaN, labelSeconds: Number.NaN };
}

/** Given labels, and what the method concludes from the records where it is asked for. */
export function labelStore(store: ColumnStore, graph: Graph, isDerived: boolean): void {
  const given = givenLabels(graph);
  store.relabel(given);
  if (!isDerived) return;
  const derived = new Map<string, readonly Label[]>();
  const all: (readonly [number, readonly Label[]])[] = [...given];
  for (const [account, own] of deriveColumnLabels(store.snapshot(), () => false)) {
    const key = `${own.source} ${own.category} ${own.entity}`;
    const shared = derived.get(key) ?? [own];
    derived.set(key, shared);
    all.push([account, shared]);
  }
  store.relabel(all);
}

function givenLabels(graph: Graph): (readonly [number, readonly Label[]])[] {
  const byAddress = new Map<number, readonly Label[]>();
  const given: (readonly [number, readonly Label[]])[] = [];
  for (const [account, code] of graph.category.entries()) {
    if (code === 0) continue;
    const category = categoryName(code);
    if (category === 'none') continue;
    const address = graph.address[account] ?? 0;
    const labels = byAddress.get(address) ?? [
      {
        entity: address < FIRST_USER ? `Service ${address}` : `${category} ${address % ENTITIES}`,
        category,
        confidence: 70,
        source: 'generated',
        sourceUrl: null,
        sourceDate: null,
        validFrom: null,
        validTo: null,
        origin: 'given',
      } satisfies Label,
    ];
    byAddress.set(address, labels);
    given.push([account, labels]);
  }
  return given;
}
