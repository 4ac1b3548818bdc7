import { type Direction, isRecord, type Label, netOf, type RawTransfer } from '@assay/exposure';
import { MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { buildPricesService, pricesStore } from '../../chains/index.ts';
import { appendCoins, appendTransfers, ensureLedger } from '../../records/index.ts';
import type { Counterparty, ReadyList } from './counterparties.ports.ts';
import type { CounterpartiesService } from './counterparties.service.ts';
import { assetOf, FIRST_PAGE, labelsOfMap, listOf, serviceOver } from './test/list-fixture.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function store(network: 'TRX' | 'ETH', ticker: string, transfers: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(database.pool, network, ticker);
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
}

/** What the transfers themselves say, one by one: the other way to get a list. */
function summedByHand(transfers: readonly RawTransfer[], address: string, direction: Direction) {
  const sums = new Map<string, { amount: bigint; records: number; firstTime: number; lastTime: number }>();
  for (const { from, to, amount, time } of transfers.filter(isRecord)) {
    if ((direction === 'bwd' ? to : from) !== address) continue;
    const party = direction === 'bwd' ? from : to;
    const known = sums.get(party) ?? { amount: 0n, records: 0, firstTime: time, lastTime: time };
    sums.set(party, {
      amount: known.amount + amount,
      records: known.records + 1,
      firstTime: Math.min(known.firstTime, time),
      lastTime: Math.max(known.lastTime, time),
    });
  }
  return sums;
}

async function everyRow(
  service: CounterpartiesService,
  list: ReadyList,
  direction: Direction,
): Promise<readonly Counterparty[]> {
  return (await service.page(list, { ...FIRST_PAGE, direction })).items;
}

const LABEL: Label = {
  ...{ entity: 'Example Exchange', category: 'exchange_licensed', confidence: 80, source: 'test', sourceUrl: null },
  ...{ sourceDate: null, validFrom: null, validTo: null, origin: 'given' },
};

describe('the counterparties of an account', () => {
  const graph = accountGraph({ seed: 11, accounts: 12, transfers: 400 });

  it('are the sums of its transfers by party, whatever a step sums at a time', async () => {
    await store('TRX', 'SUMS', graph.transfers);
    const addresses = [...new Set(graph.transfers.map(({ to }) => to))].slice(0, 6);
    const steps = serviceOver(database.pool, { sizes: { transfers: 7, parties: 2 } });
    for (const address of addresses) {
      const list = await listOf(steps, assetOf('TRX', 'SUMS'), address).catch(() => null);
      if (list === null) continue;
      for (const direction of ['bwd', 'fwd'] as const) {
        const rows = await everyRow(steps, list, direction);
        const byHand = summedByHand(graph.transfers, address, direction);
        expect(rows.map((row) => row.address ?? row.role).sort()).toEqual([...byHand.keys()].sort());
        expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(byHand.size === 0 ? 0 : 1, 9);
        for (const { address: party, amount, records, firstTime, lastTime, role } of rows) {
          if (party === null) continue;
          expect({ party, role, amount, records, firstTime, lastTime }).toEqual({
            ...{ party, role: 'account' },
            ...byHand.get(party),
          });
        }
        const total = [...byHand.values()].reduce((sum, { amount }) => sum + amount, 0n);
        expect([list.totals[direction].amount, list.totals[direction].parties]).toEqual([total, byHand.size]);
      }
    }
  });

  it('end at the record that a result ended at, and change with a record that came late', async () => {
    const place = { transactionIndex: 0, kind: 'token', ordinal: 0 } as const;
    const transfer = (from: string, time: number, amount: bigint): RawTransfer => ({
      ...{ ...place, block: time, transactionId: `${from}${time}`, index: 0, from, to: 'subject', amount, time },
    });
    await store('TRX', 'LATE', [transfer('a', 1_000, 5n), transfer('b', 2_000, 7n), transfer('a', 3_000, 9n)]);
    const service = serviceOver(database.pool);
    const asset = assetOf('TRX', 'LATE');
    const until = { time: new Date(2_500_000), block: null };
    const amounts = async () => {
      const list = await listOf(service, asset, 'subject', until);
      return (await everyRow(service, list, 'bwd')).map(({ address, amount }) => [address, amount]);
    };
    expect(await amounts()).toEqual([
      ['b', 7n],
      ['a', 5n],
    ]);
    await store('TRX', 'LATE', [transfer('c', 4_000, 1n)]);
    expect(await amounts()).toEqual([
      ['b', 7n],
      ['a', 5n],
    ]);
    await store('TRX', 'LATE', [transfer('c', 1_500, 6n)]);
    expect(await amounts()).toEqual([
      ['b', 7n],
      ['c', 6n],
      ['a', 5n],
    ]);
  });

  it('have the label at which a check would end, and another once the labels change', async () => {
    const place = { block: 1, transactionIndex: 0, kind: 'token', ordinal: 0, time: 1_000 } as const;
    const move = (from: string, to: string, index: number): RawTransfer => ({
      ...{ ...place, transactionId: `t${index}`, index, from, to, amount: 10n },
    });
    await store('TRX', 'NAMES', [
      move('exchange', 'subject', 0),
      move('plain', 'subject', 1),
      move('subject', 'deposit', 2),
    ]);
    const deposit: Label = { ...LABEL, entity: 'Deposit', origin: 'derived', derivedBy: 'deposit_address' };
    const labels = new Map([
      ['exchange', [LABEL]],
      ['subject', [LABEL]],
      ['deposit', [deposit]],
    ]);
    const state = { now: labelsOfMap(labels, 'one') };
    const service = serviceOver(database.pool, { labels: async () => state.now });
    const asset = assetOf('TRX', 'NAMES');
    const names = async (direction: Direction) =>
      (
        await service.page(await listOf(service, asset, 'subject'), {
          ...FIRST_PAGE,
          direction,
          sort: 'label',
          order: 'asc',
        })
      ).items.map(({ address, label }) => [address, label?.entity ?? null]);
    expect(await names('bwd')).toEqual([
      ['exchange', 'Example Exchange'],
      ['plain', null],
    ]);
    expect(await names('fwd')).toEqual([['deposit', 'Deposit']]);
    state.now = labelsOfMap(new Map([['plain', [{ ...LABEL, entity: 'Mixer', category: 'mixer' }]]]), 'two');
    expect(await names('bwd')).toEqual([
      ['plain', 'Mixer'],
      ['exchange', null],
    ]);
    expect(await names('fwd')).toEqual([['deposit', null]]);
  });

  it('have dollars of the day of each record, and none where one of them has no price', async () => {
    const day = (number: number) => Date.UTC(2024, 0, number) / 1000;
    const move = (from: string, time: number, index: number): RawTransfer => ({
      ...({ block: time, transactionIndex: 0, transactionId: `t${index}`, kind: 'token', index, ordinal: 0 } as const),
      ...{ from, to: 'subject', amount: 2_000_000n, time },
    });
    await store('TRX', 'PRICED', [
      move('a', day(1), 0),
      move('a', day(1) + 9, 1),
      move('a', day(2), 2),
      move('b', day(40), 3),
    ]);
    const prices = [
      { day: '2024-01-01', usd: '10' },
      { day: '2024-01-02', usd: '12.345' },
    ];
    await pricesStore.keepImported(database.pool, 'PRICED', 'test', prices, new Date());
    const log = { warn: () => undefined };
    const service = serviceOver(database.pool, {
      prices: buildPricesService({
        db: database.pool,
        providers: [],
        clock: { now: () => new Date() },
        log,
      }),
    });
    const list = await listOf(service, assetOf('TRX', 'PRICED'), 'subject');
    expect((await everyRow(service, list, 'bwd')).map(({ address, usd }) => [address, usd])).toEqual([
      ['a', 64.69],
      ['b', null],
    ]);
    expect(list.totals.bwd.usd).toBe(null);
  });

  it('are not computed for a reader who may not have it done, and are there once they are', async () => {
    await store('TRX', 'READ', graph.transfers);
    const service = serviceOver(database.pool);
    const address = graph.transfers[0]?.to ?? '';
    const subject = { asset: assetOf('TRX', 'READ'), address, until: null };
    const read = { withinMs: 0, signal: new AbortController().signal };
    expect(await service.open(subject, read)).toEqual({ is: 'not built' });
    await listOf(service, subject.asset, address);
    expect((await service.open(subject, read)).is).toBe('ready');
    expect(await service.open({ ...subject, address: 'nobody' }, read)).toEqual({ is: 'no records' });
  });
});

describe('lists that are computed at once', () => {
  const graph = accountGraph({ seed: 5, accounts: 12, transfers: 300 });

  it('are two in a process; the others wait, as long as their request may take', async () => {
    await store('TRX', 'ATONCE', graph.transfers);
    const active = { now: 0, most: 0 };
    const plain = labelsOfMap(new Map());
    const service = serviceOver(database.pool, {
      labels: async () => ({
        ...plain,
        async labelsOf(network, addresses) {
          active.now += 1;
          active.most = Math.max(active.most, active.now);
          await new Promise((resolve) => setTimeout(resolve, 30));
          active.now -= 1;
          return plain.labelsOf(network, addresses);
        },
      }),
    });
    const asset = assetOf('TRX', 'ATONCE');
    const addresses = [...new Set(graph.transfers.filter(isRecord).map(({ to }) => to))].slice(0, 6);
    const lists = await Promise.all(addresses.map((address) => listOf(service, asset, address).catch(() => null)));
    expect(lists.filter((list) => list !== null).length).toBeGreaterThan(3);
    expect(active.most).toBe(2);
  });

  it('end with the request that nobody waits for', async () => {
    await store('TRX', 'GONE', graph.transfers);
    const gone = new AbortController();
    const service = serviceOver(database.pool, { sizes: { transfers: 1 } });
    const subject = { asset: assetOf('TRX', 'GONE'), address: graph.transfers[0]?.to ?? '', until: null };
    const opened = service.open(subject, { withinMs: 60_000, signal: gone.signal });
    gone.abort(new Error('nobody waits'));
    await expect(opened).rejects.toThrow('nobody waits');
  });
});

describe('the counterparties of an owner of coins', () => {
  it('share what each transaction brought or took, to the last base unit', async () => {
    const graph = coinGraph({ seed: 3, accounts: 8, transfers: 60 });
    const ledger = await ensureLedger(database.pool, 'BTC', 'COINS');
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, graph.transactions));
    const memory = new MemoryUtxoStore({ ...graph, network: 'BTC', derive: false });
    const service = serviceOver(database.pool, { sizes: { transactions: 4, parties: 3 } });
    const owners = [
      ...new Set(graph.transactions.flatMap(({ outputs }) => outputs.flatMap(({ owner }) => owner ?? []))),
    ];
    let seen = 0;
    for (const owner of owners) {
      const list = await listOf(service, assetOf('BTC', 'COINS'), owner);
      const subject = await memory.subject(owner);
      if (subject === null) throw new Error('the memory does not know an owner');
      const { transactions } = await memory.transactionsOf(subject.node, null, 1_000);
      for (const direction of ['bwd', 'fwd'] as const) {
        const nets = transactions.map((one) => netOf(one, subject.node) * (direction === 'bwd' ? 1n : -1n));
        const total = nets.filter((net) => net > 0n).reduce((sum, net) => sum + net, 0n);
        const rows = await everyRow(service, list, direction);
        expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
        expect(list.totals[direction]).toMatchObject({ amount: total, records: nets.filter((net) => net > 0n).length });
        seen += rows.length;
      }
    }
    expect(seen).toBeGreaterThan(20);
  });
});
