import { NETWORKS, type NetworkId } from '@assay/domain';
import type { ExposureStore, Label, RawTransaction, RawTransfer } from '@assay/exposure';
import { exposureOf, MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, coinGraph, Random, withDerivedLabels } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inSnapshot, inTransaction } from '../../../platform/db/index.ts';
import { appendCoins } from './append/append-coins.ts';
import { appendTransfers } from './append/append-transfers.ts';
import { undoBlocks } from './append/undo-blocks.ts';
import { setOpenings } from './import/staging/set-openings.ts';
import { ensureLedger, type Ledger } from './ledgers/ledger.store.ts';
import { openTransferStore, type TransferSnapshot } from './open-store.ts';
import type { LabelsPort } from './transfers.ports.ts';

let database: TestDatabase;
let made = 0;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const labelsFrom = (labels: ReadonlyMap<string, readonly Label[]>): LabelsPort => ({
  labelsOf: async (_network, addresses) => addresses.map((address) => labels.get(address) ?? []),
});

function withStore<T>(
  labels: LabelsPort,
  network: NetworkId,
  ticker: string,
  read: (snapshot: TransferSnapshot | null) => Promise<T>,
): Promise<T> {
  return inSnapshot(database.pool, async (client) => read(await openTransferStore(client, labels, network, ticker)));
}

function freshLedger(network: NetworkId): Promise<Ledger> {
  made += 1;
  return ensureLedger(database.pool, network, `T${made}`);
}

async function append(ledger: Ledger, transfers: readonly RawTransfer[]): Promise<void> {
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
}

async function appendAllCoins(ledger: Ledger, transactions: readonly RawTransaction[], size: number): Promise<void> {
  for (let at = 0; at < transactions.length; at += size) {
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, transactions.slice(at, at + size)));
  }
}

/** What the walk says of an address, as text; handles are left out, because every store has its own. */
async function answer(store: ExposureStore, address: string): Promise<string> {
  const exposure = await exposureOf(store, address);
  if (exposure === null) return 'unknown';
  const { inflows, outflows, firstTime, lastTime, labels } = exposure.subject;
  return JSON.stringify(
    { inflows, outflows, firstTime, lastTime, labels, incoming: exposure.incoming, outgoing: exposure.outgoing },
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
    1,
  );
}

function openingUnread(ledger: Ledger, addresses: ReadonlySet<string>): Promise<unknown> {
  return database.pool.query('UPDATE accounts SET opening_unread = true WHERE ledger_id = $1 AND address = ANY ($2)', [
    ledger.id,
    [...addresses],
  ]);
}

function expectSame(ledger: Ledger, labels: LabelsPort, memory: ExposureStore, addresses: readonly string[]) {
  return withStore(labels, ledger.network, ledger.ticker, async (snapshot) => {
    if (snapshot === null) throw new Error('no records are held');
    for (const address of addresses) expect(await answer(snapshot.store, address)).toBe(await answer(memory, address));
  });
}

/** The walks of one graph go over the same records: of each, other wallets are asked about. */
const everyThird = (wallets: readonly string[], seed: number): readonly string[] =>
  wallets.filter((_, index) => index % 3 === seed % 3);

describe('records in PostgreSQL', () => {
  it.each([1, 2, 3, 4])('answers as the memory store does, byte for byte: accounts, graph %i', async (seed) => {
    const plain = accountGraph({ seed, accounts: 60, transfers: 600 });
    // Every other graph has labels as version 2 of the method derives them.
    const graph = seed % 2 === 0 ? withDerivedLabels(plain, plain.wallets, seed) : plain;
    const random = new Random(seed);
    const ledger = await freshLedger('ETH');
    const opening = [...graph.openings].map(([address, amount]) => ({ address, amount }));
    await inTransaction(database.pool, (client) => setOpenings(client, ledger, opening));
    const mixed = random.shuffle(graph.transfers);
    for (let at = 0; at < mixed.length; at += 150) await append(ledger, mixed.slice(at, at + 150));
    await openingUnread(ledger, graph.openingUnread);
    const memory = new MemoryAccountStore({ ...graph, network: 'ETH', derive: false });
    await expectSame(ledger, labelsFrom(graph.labels), memory, [...everyThird(graph.wallets, seed), 'nobody']);
  });

  it.each([1, 2, 3, 4])('answers as the memory store does, byte for byte: coins, graph %i', async (seed) => {
    const plain = coinGraph({ seed, accounts: 40, transfers: 120 });
    const owners = Array.from({ length: 40 }, (_, index) => `wallet-${index}`);
    const graph = seed % 2 === 0 ? withDerivedLabels(plain, owners, seed) : plain;
    const ledger = await freshLedger('BTC');
    await appendAllCoins(ledger, new Random(seed).shuffle(graph.transactions), 70);
    const memory = new MemoryUtxoStore({ ...graph, network: 'BTC', derive: false });
    await expectSame(ledger, labelsFrom(graph.labels), memory, everyThird(owners, seed));
  });

  it('answers many walks that ask at once on one connection as it answers each alone', async () => {
    const graph = accountGraph({ seed: 5, accounts: 80, transfers: 800 });
    const ledger = await freshLedger('ETH');
    await append(ledger, graph.transfers);
    await withStore(labelsFrom(graph.labels), ledger.network, ledger.ticker, async (snapshot) => {
      if (snapshot === null) throw new Error('no records are held');
      const { store } = snapshot;
      const wallets = graph.wallets.slice(0, 24);
      const together = await Promise.all(wallets.map((wallet) => answer(store, wallet)));
      for (const [index, wallet] of wallets.entries()) expect(together[index]).toBe(await answer(store, wallet));
    });
  });

  it('takes coin blocks back exactly, and holds a transaction once', async () => {
    const graph = coinGraph({ seed: 9, accounts: 30, transfers: 200 });
    const ledger = await freshLedger('BTC');
    await appendAllCoins(ledger, graph.transactions, 50);
    await appendAllCoins(ledger, graph.transactions.slice(0, 80), 80);
    await inTransaction(database.pool, (client) => undoBlocks(client, ledger, 40));
    const kept = graph.transactions.filter(({ block }) => block < 40);
    const memory = new MemoryUtxoStore({ network: 'BTC', transactions: kept, labels: graph.labels, derive: false });
    const addresses = Array.from({ length: 30 }, (_, index) => `wallet-${index}`);
    await expectSame(ledger, labelsFrom(graph.labels), memory, addresses);
  });

  it('places parents before children though the block lists them by id', async () => {
    const ledger = await freshLedger('BCH');
    const transaction = (transactionId: string, transactionIndex: number, spends: string | null): RawTransaction => ({
      transactionId,
      transactionIndex,
      block: 7,
      time: 1_600_000_000,
      coinbase: spends === null,
      inputs: spends === null ? [] : [{ transactionId: spends, index: 0, owner: null, amount: null }],
      outputs: [{ index: 0, owner: transactionId, amount: 5n }],
    });
    await appendAllCoins(ledger, [transaction('a', 0, 'c'), transaction('b', 1, 'a'), transaction('c', 2, null)], 2);
    const found = await database.pool.query<{ id: string }>(
      'SELECT transaction_id AS id FROM coin_transactions WHERE ledger_id = $1 ORDER BY position',
      [ledger.id],
    );
    expect(found.rows.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('shows a walk one state while others append', async () => {
    const graph = accountGraph({ seed: 11, accounts: 30, transfers: 300 });
    const labels = labelsFrom(graph.labels);
    const ledger = await freshLedger('ETH');
    const before = graph.transfers.slice(0, 200);
    await append(ledger, before);
    const memory = new MemoryAccountStore({ network: 'ETH', transfers: before, labels: graph.labels, derive: false });
    const [wallet = ''] = graph.wallets;
    await withStore(labels, ledger.network, ledger.ticker, async (snapshot) => {
      if (snapshot === null) throw new Error('no records are held');
      await append(ledger, graph.transfers.slice(200));
      expect(await answer(snapshot.store, wallet)).toBe(await answer(memory, wallet));
    });
  });

  it('pages an account without gap or overlap, and says where it ends', async () => {
    const ledger = await freshLedger('ETH');
    const transfers = Array.from({ length: 10 }, (_, index) => ({
      block: 1,
      transactionIndex: 0,
      transactionId: 't',
      kind: 'token' as const,
      index,
      ordinal: 0,
      from: 'a',
      to: 'b',
      amount: BigInt(index + 1),
      time: 4_000_000_000,
    }));
    await append(ledger, transfers);
    await withStore(labelsFrom(new Map()), 'ETH', ledger.ticker, async (snapshot) => {
      const store = snapshot?.store;
      if (store?.ledger !== 'account') throw new Error('no account records');
      const from = await store.subject('a');
      const to = await store.subject('b');
      if (from === null || to === null) throw new Error('unknown');
      const [last, none] = await store.page(
        'bwd',
        [
          { node: to.node, position: Number.POSITIVE_INFINITY },
          { node: from.node, position: Number.POSITIVE_INFINITY },
        ],
        4,
      );
      expect(last?.records.map(({ amount }) => amount)).toEqual([10n, 9n, 8n, 7n]);
      expect(last?.more).toBe(true);
      expect(none).toMatchObject({ records: [], more: false });
      expect(last?.records.every(({ position }) => Number.isSafeInteger(position) && position > 2 ** 32)).toBe(true);
      const [rest] = await store.page('fwd', [{ node: from.node, position: last?.records[1]?.position ?? 0 }], 4);
      expect(rest?.records.map(({ amount }) => amount)).toEqual([9n, 10n]);
      expect(rest?.more).toBe(false);
      expect(await store.transactionIds([last?.records[0]?.position ?? 0])).toEqual(['t']);
    });
  });

  it('holds nothing of an asset nobody imported', async () => {
    const opened = await withStore(labelsFrom(new Map()), 'TRX', NETWORKS.TRX.native, async (s) => s);
    expect(opened).toBeNull();
  });
});
