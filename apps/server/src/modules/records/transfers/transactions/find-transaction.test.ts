import type { NetworkId } from '@assay/domain';
import { type Direction, type Label, walk } from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, bytesOf, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inSnapshot, inTransaction, type PoolClient } from '../../../../platform/db/index.ts';
import { appendCoins } from '../append/append-coins.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { undoBlocks } from '../append/undo-blocks.ts';
import { setOpenings } from '../import/staging/set-openings.ts';
import { ensureLedger, type Ledger } from '../ledgers/ledger.store.ts';
import { openTransferStore } from '../open-store.ts';
import { findTransaction, transactionOnNetwork, transactionOnNetworks } from './find-transaction.store.ts';

let database: TestDatabase;
let made = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function freshLedger(network: NetworkId): Promise<Ledger> {
  made += 1;
  return ensureLedger(database.pool, network, `T${made}`);
}

function reading<T>(
  { network, ticker }: Ledger,
  labels: ReadonlyMap<string, readonly Label[]>,
  read: (client: PoolClient, store: NonNullable<Awaited<ReturnType<typeof openTransferStore>>>) => Promise<T>,
): Promise<T> {
  const port = {
    labelsOf: async (_network: NetworkId, asked: readonly string[]) => asked.map((a) => labels.get(a) ?? []),
  };
  return inSnapshot(database.pool, async (client) => {
    const opened = await openTransferStore(client, port, network, ticker);
    if (opened === null) throw new Error('no records are held');
    return read(client, opened);
  });
}

const MOVE = { block: 1, transactionIndex: 0, kind: 'token', ordinal: 0, time: 1_600_000_000 } as const;

describe('the records of a transaction, by its id', () => {
  it('are its transfers in order, with who paid and who received, and a walk of each as in memory', async () => {
    const graph = accountGraph({ seed: 5, accounts: 25, transfers: 200 });
    // Three transfers of each transaction.
    const transfers = graph.transfers.map((one, at) => ({
      ...one,
      index: at,
      transactionId: `0xAb${Math.floor(at / 3)}`,
    }));
    const ledger = await freshLedger('ETH');
    const opening = [...graph.openings].map(([address, amount]) => ({ address, amount }));
    await inTransaction(database.pool, (client) => setOpenings(client, ledger, opening));
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
    const memory = new MemoryAccountStore({
      ...graph,
      transfers,
      openingUnread: new Set(),
      network: 'ETH',
      derive: false,
    });
    const ids = await memory.transactionIds(memory.records.map(({ position }) => position));
    await reading(ledger, graph.labels, async (client, { store }) => {
      for (const id of new Set(ids)) {
        const own = memory.records.filter((_record, at) => ids[at] === id);
        const found = await findTransaction(client, ledger, [id.toLowerCase(), id]);
        if (found === null) throw new Error(`${id} was not found`);
        expect(found.id).toBe(id);
        expect(found.moves.map(({ amount }) => amount)).toEqual(own.map(({ amount }) => amount));
        for (const { address, role, paid, received, paidIn, receivedIn } of found.parties) {
          const node = memory.nodeOf(address);
          const sum = (records: typeof own) => records.reduce((total, { amount }) => total + amount, 0n);
          const [out, into] = [own.filter(({ from }) => from === node), own.filter(({ to }) => to === node)];
          expect([paid, received]).toEqual([sum(out), sum(into)]);
          if (role !== 'account') continue;
          const walked = async (direction: Direction, only: readonly number[], records: typeof own) => {
            if (only.length === 0) return expect(records).toEqual([]);
            const [here, there] = [await store.subject(address), await memory.subject(address)];
            if (here === null || there === null) throw new Error('no record of a party');
            const positions = records.map(({ position }) => position);
            expect(bytesOf(await walk(store, here, direction, { only }))).toBe(
              bytesOf(await walk(memory, there, direction, { only: positions })),
            );
          };
          await walked('fwd', paidIn, out);
          await walked('bwd', receivedIn, into);
        }
      }
      expect(await findTransaction(client, ledger, ['0xnothing'])).toBeNull();
    });
  }, 60_000);

  it('are its coins, with net amounts and the fee, and a walk of each as in memory', async () => {
    const graph = coinGraph({ seed: 6, accounts: 15, transfers: 45 });
    const ledger = await freshLedger('BTC');
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, graph.transactions));
    const memory = new MemoryUtxoStore({ ...graph, network: 'BTC', derive: false });
    const ids = await memory.transactionIds(memory.records.map(({ node }) => node));
    await reading(ledger, graph.labels, async (client, { store }) => {
      for (const [at, id] of ids.entries()) {
        const record = memory.records[at];
        const found = await findTransaction(client, ledger, [id]);
        if (found === null || record === undefined) throw new Error(`${id} was not found`);
        expect([found.isCoinbase, found.isWhole]).toEqual([record.coinbase, record.unknownInputs === 0]);
        const fee = found.moves.filter(({ kind }) => kind === 'fee').reduce((sum, { amount }) => sum + amount, 0n);
        expect(fee).toBe(record.fee ?? 0n);
        for (const { address, role, paidIn, receivedIn } of found.parties) {
          if (role !== 'account') continue;
          const direction = paidIn.length > 0 ? 'fwd' : 'bwd';
          const [here, there] = [await store.subject(address), await memory.subject(address)];
          if (here === null || there === null) throw new Error('no record of a party');
          expect(bytesOf(await walk(store, here, direction, { only: [...paidIn, ...receivedIn] }))).toBe(
            bytesOf(await walk(memory, there, direction, { only: [record.node] })),
          );
        }
      }
      expect(await findTransaction(client, ledger, ['nothing'])).toBeNull();
    });
  }, 60_000);

  it('are found after a later import, and are gone with their block', async () => {
    const ledger = await freshLedger('TRX');
    const add = (transactionId: string, block: number) =>
      inTransaction(database.pool, (client) =>
        appendTransfers(client, ledger, {
          add: [{ ...MOVE, block, time: MOVE.time + block, index: 0, transactionId, from: 'a', to: 'b', amount: 5n }],
        }),
      );
    await add('first', 1);
    await add('second', 2);
    const found = (id: string) =>
      inSnapshot(database.pool, async (client) => (await findTransaction(client, ledger, [id]))?.moves.length ?? 0);
    expect([await found('first'), await found('second'), await found('third')]).toEqual([1, 1, 0]);
    await inTransaction(database.pool, (client) => undoBlocks(client, ledger, 2));
    expect([await found('first'), await found('second')]).toEqual([1, 0]);
  });

  it('say which other assets it moved, and whether it failed', async () => {
    const [one, other] = [await freshLedger('BSC'), await freshLedger('BSC')];
    for (const ledger of [one, other]) {
      await inTransaction(database.pool, (client) =>
        appendTransfers(client, ledger, {
          add: [{ ...MOVE, index: 0, transactionId: '0xcc', from: 'a', to: 'b', amount: 5n }],
        }),
      );
    }
    await database.pool.query(
      `INSERT INTO evm_transactions (network, hash, block, transaction_index, status, import_id)
       VALUES ('BSC', '0xdd', 1, 0, 0, 1), ('BSC', '0xee', 1, 1, 1, 1)`,
    );
    const known = (ids: readonly string[]) => transactionOnNetwork(database.pool, 'BSC', ids);
    expect(await known(['0xCC', '0xcc'])).toEqual({ tickers: [one.ticker, other.ticker].sort(), hasFailed: false });
    expect(await known(['0xdd'])).toEqual({ tickers: [], hasFailed: true });
    expect(await known(['0xee'])).toEqual({ tickers: [], hasFailed: false });
  });

  it('say which of several networks have one of this id, coins among them, and leave the others out', async () => {
    const bitcoin = await freshLedger('BTC');
    const tron = await freshLedger('TRX');
    const { transactions } = coinGraph({ seed: 3, accounts: 5, transfers: 6 });
    await inTransaction(database.pool, (client) => appendCoins(client, bitcoin, transactions));
    const id = transactions[0]?.transactionId ?? '';
    await inTransaction(database.pool, (client) =>
      appendTransfers(client, tron, {
        add: [{ ...MOVE, index: 0, transactionId: id, from: 'a', to: 'b', amount: 5n }],
      }),
    );
    const on = async (networks: readonly NetworkId[]) => [
      ...(await transactionOnNetworks(database.pool, networks, [id])),
    ];
    expect(await on(['BTC', 'LTC', 'TRX'])).toEqual([
      ['BTC', { tickers: expect.arrayContaining([bitcoin.ticker]), hasFailed: false }],
      ['TRX', { tickers: [tron.ticker], hasFailed: false }],
    ]);
    expect(await on(['LTC', 'ETH'])).toEqual([]);
  });
});
