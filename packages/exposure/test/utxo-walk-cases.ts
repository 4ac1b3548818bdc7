import { type CoinGraph, coinGraph, largestDifference, Random } from '@assay/testkit';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Direction } from '../src/records/record.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { exactUtxoShares } from '../src/reference/oracle-utxo.ts';
import type { WalkOptions } from '../src/walk/options.ts';
import type { UtxoStore } from '../src/walk/store.ts';
import { walkUtxo } from '../src/walk/utxo-walk.ts';

export const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 30 }),
    transfers: fc.integer({ min: 1, max: 150 }),
  })
  .map((size) => coinGraph(size));
export const directions = fc.constantFrom<Direction>('bwd', 'fwd');
export const thresholds = fc.constantFrom(0, 1e-6, 1e-4, 1e-2, 0.1);
export const cases = fc.tuple(graphs, directions, fc.noShrink(fc.nat()));
export const EXACT: WalkOptions = { threshold: 0, maxStates: 1e9 };

export function storeOf(graph: CoinGraph, part: Partial<ConstructorParameters<typeof MemoryUtxoStore>[0]> = {}) {
  return new MemoryUtxoStore({ network: 'BTC', derive: false, ...graph, ...part });
}

/** The same store, as one that a round trip to costs something: walks read ahead of themselves. Counts these trips. */
export function readingAhead(store: MemoryUtxoStore): UtxoStore & { readonly trips: number } {
  let trips = 0;
  return {
    ledger: 'utxo',
    network: store.network,
    readsAhead: true,
    get trips() {
      return trips;
    },
    subject: (address) => store.subject(address),
    transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
    transactions: (nodes) => {
      trips += 1;
      return store.transactions(nodes);
    },
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (nodes) => store.transactionIds(nodes),
  };
}

export async function walk(store: UtxoStore, address: string, direction: Direction, options: WalkOptions = {}) {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  return walkUtxo(store, subject, direction, options);
}

export function expectSameShares(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): void {
  expect(largestDifference(a, b)).toBeLessThanOrEqual(1e-9);
}

export function aSubject(graph: CoinGraph, seed: number): string {
  const owners = graph.transactions.flatMap((t) => t.outputs.map((output) => output.owner));
  const named = owners.filter((owner) => owner !== null);
  return named.length === 0 ? 'nobody' : new Random(seed).pick(named);
}

export function isNobody(graph: CoinGraph, address: string): boolean {
  return storeOf(graph).nodeOf(address) === null;
}

export function oracleOf(store: MemoryUtxoStore, address: string, direction: Direction): ReadonlyMap<string, number> {
  const node = store.nodeOf(address);
  if (node === null) throw new Error(`no records of ${address}`);
  return exactUtxoShares(
    { records: store.records, factsOf: (other) => store.factsOf(other), subject: node },
    direction,
  );
}
