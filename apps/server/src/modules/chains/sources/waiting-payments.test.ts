import { ASSETS } from '@assay/domain';
import {
  type ExposureStore,
  isRecord,
  type Label,
  type LabelsOf,
  PartialAccountStore,
  PartialCoinStore,
  type RawTransaction,
  walk,
} from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, bytesOf, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { onDemandCaches } from './on-demand-caches.ts';
import type { TransferSource } from './sources.ports.ts';
import { buildOnDemandSources } from './sources.service.ts';
import { memoryAccountSource, memoryCoinSource } from './test/memory-source.ts';
import { waitingTransaction } from './transactions/waiting-transaction.ts';

const WIDE = { calls: 100_000, milliseconds: 60_000, leastShare: 0 };
const THRESHOLD = { threshold: 1e-4 };
const never = new AbortController().signal;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function assetOf(ticker: string, parent: string | null) {
  return ASSETS.find((asset) => asset.ticker === ticker && asset.parent === parent) ?? expect.fail(ticker);
}

interface Waiting {
  readonly asset: ReturnType<typeof assetOf>;
  /** The chain before the transaction. */
  readonly before: TransferSource;
  readonly seen: Parameters<typeof waitingTransaction>[0];
  readonly time: number;
  readonly side: string;
  readonly labels: ReadonlyMap<string, readonly Label[]>;
  /** The ledger whose last record is the transaction, and what starts the walk of its payment. */
  readonly after: ExposureStore;
  readonly startsOf: () => Promise<readonly number[]>;
}

/** The transfer from which a side without a label was paid by somebody without one. */
function waitingTransfer(seed: number): Waiting {
  const asset = assetOf('USDT', 'ETH');
  const graph = accountGraph({ seed, accounts: 14, transfers: 100, isWhole: true });
  const { labels } = graph;
  const wallets = new Set(graph.wallets);
  const transfers = graph.transfers.map((one, at) => ({ ...one, transactionId: `t${at}`, index: at }));
  const at = transfers.findLastIndex(
    (one, index) =>
      index > 60 && isRecord(one) && wallets.has(one.to) && !labels.has(one.from) && wallets.has(one.from),
  );
  const last = transfers[at] ?? expect.fail('no such transfer');
  const { contract } = asset;
  const after = new MemoryAccountStore({
    ...{ network: 'ETH', transfers: transfers.slice(0, at + 1), labels, derive: false },
  });
  const moves = [{ contract, from: last.from, to: last.to, amount: last.amount }];
  return {
    ...{ asset, labels, after, time: last.time, side: last.to },
    before: memoryAccountSource('ETH', transfers.slice(0, at), { contract }),
    seen: { is: 'pending', id: last.transactionId, moves, provider: 'memory' },
    startsOf: async () => [after.records.at(-1)?.position ?? expect.fail('no record')],
  };
}

function waitingCoins(seed: number): Waiting {
  const { transactions, labels } = coinGraph({ seed, accounts: 12, transfers: 60, isWhole: true });
  const paid = ({ outputs, inputs }: RawTransaction) =>
    outputs.find(({ owner }) => owner !== null && !labels.has(owner) && !inputs.some((one) => one.owner === owner));
  const at = transactions.findLastIndex((one, index) => index > 30 && !one.coinbase && paid(one) !== undefined);
  const last = transactions[at] ?? expect.fail('no such transaction');
  const { transactionId: id, inputs, outputs, time } = last;
  const after = new MemoryUtxoStore({
    network: 'BTC',
    transactions: transactions.slice(0, at + 1),
    labels,
    derive: false,
  });
  return {
    ...{ asset: assetOf('BTC', null), labels, after, time },
    side: paid(last)?.owner ?? expect.fail('nobody was paid'),
    before: memoryCoinSource('BTC', transactions.slice(0, at), {}),
    seen: { is: 'pending', id, moves: [], coins: { inputs, outputs }, provider: 'memory' },
    startsOf: async () => {
      const nodes = after.records.map(({ node }) => node);
      const ids = await after.transactionIds(nodes);
      return nodes.filter((_node, index) => ids[index] === id);
    },
  };
}

describe.each([
  ['an account network', waitingTransfer],
  ['a coin network', waitingCoins],
] as const)('a deposit that waits for a block on %s', (_name, waitingOf) => {
  it('is walked to the bytes of the same deposit as the last record', async () => {
    for (const seed of [1, 2, 3]) {
      const { asset, before, seen, time, side, labels, after, startsOf } = waitingOf(seed);
      const labelsOf: LabelsOf = async (addresses) => addresses.map((address) => labels.get(address) ?? []);
      const { records } = waitingTransaction(seen, time);
      if (records === null) throw new Error('it says what it moves');
      await database.pool.query('TRUNCATE live_tips, live_accounts, live_coin_transactions');
      const { accounts, coins } = onDemandCaches(database.pool);
      const live = buildOnDemandSources({
        ...{ sources: { sourceOf: () => before }, accounts, coins, limits: WIDE, tipLastsMs: 60_000 },
        clock: { now: () => new Date() },
      });
      const options = { labelsOf, signal: never, onProgress: () => undefined };
      const gathering = await live.gatherPayment(asset, side, { seen: records, direction: 'bwd' }, options);
      if (gathering.kind !== 'records') throw new Error('nothing was gathered');
      const store = gathering.live.open(labelsOf, { derive: false });
      if (!(store instanceof PartialAccountStore || store instanceof PartialCoinStore)) throw new Error('not partial');
      const paid = (await store.subject(side)) ?? expect.fail('the side has no record');
      const read = await walk(store, paid, 'bwd', { ...THRESHOLD, only: store.startsOf('bwd') });
      const subject = (await after.subject(side)) ?? expect.fail('no record');
      expect(read.amount).toBeGreaterThan(0n);
      expect(bytesOf(read)).toBe(bytesOf(await walk(after, subject, 'bwd', { ...THRESHOLD, only: await startsOf() })));
      const { rowCount } = await database.pool.query('SELECT FROM live_coin_transactions WHERE transaction_id = $1', [
        seen.id,
      ]);
      expect(rowCount, 'it is kept for nobody else').toBe(0);
    }
  }, 60_000);
});

describe('a transaction that waits', () => {
  const seen = { is: 'pending', id: 'a', provider: 'memory' } as const;

  it('is no records where it does not say who pays whom', () => {
    expect(waitingTransaction({ ...seen, moves: [] }, 7).records).toBeNull();
    const half = { contract: null, from: 'a', to: null, amount: 5n };
    const whole = { contract: null, from: 'a', to: 'b', amount: 5n };
    expect(waitingTransaction({ ...seen, moves: [half] }, 7).records).toBeNull();
    expect(waitingTransaction({ ...seen, moves: [whole, half] }, 7).records).toBeNull();
    expect(waitingTransaction({ ...seen, moves: [whole, { ...half, amount: 0n }] }, 7).records).toMatchObject({
      ...{ isPending: true, time: 7 },
      content: { assets: [{ contract: null, transfers: [{ from: 'a', to: 'b', kind: 'native' }] }], isWhole: false },
    });
  });
});
