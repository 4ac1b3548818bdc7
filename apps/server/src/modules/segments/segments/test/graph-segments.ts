import { ColumnStore } from '@assay/exposure';
import { type AccountGraph, accountGraph, withDerivedLabels } from '@assay/testkit';
import fc from 'fast-check';
import { emptyManifest, type Manifest } from '../files/manifest.ts';
import { appendSegment } from '../files/segment-writer.ts';

/** The column store of a graph. */
export function storeOf(graph: AccountGraph): ColumnStore {
  const store = new ColumnStore({ network: 'ETH' });
  for (const [address, balance] of graph.openings) store.setOpening(address, balance);
  for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
  store.append(graph.transfers);
  store.relabel([...graph.labels].map(([address, own]) => [store.accountOf(address), own]));
  return store;
}

/** Ids as a database gives them: far apart, and not in the order of time. */
export function idOf(account: number, scale: number): number {
  return scale * (1 + ((account * 7_919) % 10_007));
}

/** Writes the records of a store as segments of so many records, accounts by ids a scale apart. */
export async function segmentsOf(
  store: ColumnStore,
  folder: string,
  records: number,
  scale: number,
): Promise<Manifest> {
  const snapshot = store.snapshot();
  const all = [...snapshot.records()];
  const transactions = await snapshot.transactionIds(all.map(({ position }) => position));
  const transactionOf = new Map(all.map(({ position }, index) => [position, transactions[index] ?? '']));
  const named = new Set<number>();
  let manifest = emptyManifest('00000000-0000-4000-8000-000000000000', { network: 'ETH', asset: 'USDT' }, 6);
  for (let first = 0; first < all.length; first += records) {
    const some = all.slice(first, first + records);
    const ends = some.flatMap(({ from, to }) => [from, to]);
    const fresh = [...new Set(ends)]
      .filter((account) => !named.has(account))
      .sort((a, b) => idOf(a, scale) - idOf(b, scale));
    for (const account of fresh) named.add(account);
    manifest = await appendSegment(folder, manifest, {
      transfers: only(
        some.map((one) => ({
          ...{
            position: one.position,
            time: one.time,
            block: one.time,
            transactionIndex: null,
            kind: 3,
            recordIndex: 0,
          },
          ...{ ordinal: 0, from: idOf(one.from, scale), to: idOf(one.to, scale), amount: String(one.amount) },
          ...{ inflowShare: one.inflowShare, covered: one.covered, outflowShare: one.outflowShare },
          transactionId: transactionOf.get(one.position) ?? '',
        })),
      ),
      accounts: () =>
        only(
          fresh.map((account) => {
            const { address, role, openingUnread } = snapshot.factsOf(account);
            return { account: idOf(account, scale), address, role, opening: '0', openingUnread };
          }),
        ),
    });
  }
  return manifest;
}

async function* only<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** Graphs with a record, some with the labels that rules derive. */
export const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 40 }),
    transfers: fc.integer({ min: 1, max: 300 }),
  })
  .map(accountGraph)
  .chain((graph) => fc.nat().map((seed) => (seed % 3 === 0 ? graph : withDerivedLabels(graph, graph.wallets, seed))))
  .filter(({ transfers }) => transfers.some(({ amount, from, to }) => amount > 0n && from !== to));
