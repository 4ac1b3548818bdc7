import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import {
  ColumnBytesError,
  type ColumnSnapshot,
  ColumnStore,
  type Label,
  type MethodVersion,
  readColumnBytes,
} from '@assay/exposure';
import { deriveColumnLabels, deriveColumnLabels2 } from '@assay/exposure/reference';
import { benchFolder } from '../folder.ts';
import { addressText, categoryName, type Graph } from '../graph/graph.ts';

/** Seconds of processor time, so that waiting for a busy machine does not count. */
export interface Loaded {
  readonly store: ColumnStore;
  /** Writing records whose ends are known by number. */
  readonly denseSeconds: number;
  /** Finding or making the number of each end by its address. */
  readonly dictionarySeconds: number;
  readonly labelSeconds: number;
}

const BATCH = 4096;
/** Services come first; labelled addresses of others are shared out over some entities of their category. */
const FIRST_USER = 600;
const ENTITIES = 40;

/**
 * Loads a graph in batches, as an importer would: first the ends of a batch by address, then its records. Accounts get
 * the graph's own numbers, since both count them as they first appear. Making up the texts is not counted: an importer
 * has them.
 */
export function loadStore(graph: Graph, maxBytes?: number): Loaded {
  const store = new ColumnStore({ network: 'ETH', ...(maxBytes === undefined ? {} : { maxBytes }) });
  let dictionary = 0;
  let dense = 0;
  for (let start = 0; start < graph.transfers; start += BATCH) {
    const size = Math.min(BATCH, graph.transfers - start);
    const ends: string[] = [];
    for (let index = start; index < start + size; index += 1) {
      ends.push(flatText(graph, graph.from[index] ?? 0), flatText(graph, graph.to[index] ?? 0));
    }
    const begin = processorSeconds();
    const numbers = store.accountsOf(ends);
    const middle = processorSeconds();
    for (let index = 0; index < size; index += 1) {
      const record = start + index;
      const payer = numbers[2 * index] ?? 0;
      const payee = numbers[2 * index + 1] ?? 0;
      // Self transfers are no records.
      if (payer === payee) continue;
      store.write(payer, payee, graph.amount[record] ?? 0, graph.time[record] ?? 0, record >>> 8, 0);
    }
    dictionary += middle - begin;
    dense += processorSeconds() - middle;
    for (let index = 0; index < size; index += 1) {
      if (numbers[2 * index] !== graph.from[start + index] || numbers[2 * index + 1] !== graph.to[start + index]) {
        throw new Error(`an end of transfer ${start + index} got another number`);
      }
    }
  }
  const begin = processorSeconds();
  labelStore(store, graph, 'version 1');
  return {
    store,
    denseSeconds: dense,
    dictionarySeconds: dictionary,
    labelSeconds: processorSeconds() - begin,
  };
}

/** A text that was put together is copied into one piece when it is first read: before the clock runs. */
function flatText(graph: Graph, account: number): string {
  const text = addressText(graph, account);
  return text.codePointAt(0) === undefined ? '' : text;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The file a filled store is kept in. */
export function storeFile({ transfers, seed }: Graph): string {
  return path.join(benchFolder(`graph-${transfers}-${seed}`), 'store.bin');
}

/** A store that was filled before; null where there is none. */
export async function reopenStore(graph: Graph): Promise<Loaded | null> {
  const file = storeFile(graph);
  if (!existsSync(file)) return null;
  const parts = await readColumnBytes(createReadStream(file, { highWaterMark: 2 ** 22 })).catch((error: unknown) => {
    // Written by another version: filled again.
    if (error instanceof ColumnBytesError) return null;
    throw error;
  });
  if (parts === null) return null;
  const store = ColumnStore.from(parts);
  labelStore(store, graph, 'version 1');
  return { store, denseSeconds: Number.NaN, dictionarySeconds: Number.NaN, labelSeconds: Number.NaN };
}

/** Whose rules derive labels from the records beside the given ones. */
export type LabelledBy = 'nobody' | 'version 1' | 'version 2';

/** Given labels, and those that a version of the method derives from the records; returns how many these are. */
export function labelStore(store: ColumnStore, graph: Graph, by: LabelledBy): number {
  const given = givenLabels(graph);
  store.relabel(given);
  if (by === 'nobody') return 0;
  const snapshot = store.snapshot();
  const found = by === 'version 1' ? deriveColumnLabels(snapshot, () => false) : deriveColumnLabels2(snapshot);
  const derived = new Map<string, readonly Label[]>();
  const all: (readonly [number, readonly Label[]])[] = [...given];
  for (const [account, own] of found) {
    const key = `${own.source} ${own.category} ${own.entity}`;
    const shared = derived.get(key) ?? [own];
    derived.set(key, shared);
    all.push([account, shared]);
  }
  store.relabel(all);
  return all.length - given.length;
}

/** The same records over the labels of each version; both may be read, whatever labels the store has later. */
export function snapshotsByVersion(store: ColumnStore, graph: Graph): Readonly<Record<MethodVersion, ColumnSnapshot>> {
  labelStore(store, graph, 'version 1');
  const one = store.snapshot();
  labelStore(store, graph, 'version 2');
  return { '1': one, '2': store.snapshot() };
}

export function givenLabels(graph: Graph): (readonly [number, readonly Label[]])[] {
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
