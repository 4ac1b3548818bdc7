import { ASSETS } from '@assay/domain';
import {
  type Direction,
  type ExposureStore,
  isRecord,
  type LabelsOf,
  PartialAccountStore,
  PartialCoinStore,
  type RawTransaction,
  type RawTransfer,
  walk,
} from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, bytesOf, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { onDemandCaches } from '../on-demand-caches.ts';
import { openCutOff } from '../open-cut-off.ts';
import type { TransferSource } from '../sources.ports.ts';
import { buildOnDemandSources, type OnDemandSourcesDeps } from '../sources.service.ts';
import { type Asked, memoryAccountSource, memoryCoinSource } from '../test/memory-source.ts';
import type { GatherPayment } from './best-first.ts';

/** Enough to read everything. */
const WIDE = { calls: 100_000, milliseconds: 60_000, leastShare: 0 };
const THRESHOLD = { threshold: 1e-4 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function assetOf(ticker: string, parent: string | null) {
  return ASSETS.find((asset) => asset.ticker === ticker && asset.parent === parent) ?? expect.fail(ticker);
}
const USDT = assetOf('USDT', 'ETH');
const BTC = assetOf('BTC', null);

interface Case {
  readonly source: TransferSource & { readonly asked: readonly Asked[] };
  readonly whole: MemoryAccountStore | MemoryUtxoStore;
  readonly labelsOf: LabelsOf;
  /** Payments of the chain: who, by which transaction, in which direction. */
  readonly payments: readonly { readonly id: string; readonly side: string; readonly direction: Direction }[];
  /** Of the whole ledger, what starts the walk of a payment. */
  startsOf(id: string, side: string, direction: Direction): readonly number[];
}

function accountCase(seed: number, pageSize = 50): Case {
  const graph = accountGraph({ seed, accounts: 14, transfers: 100, isWhole: true });
  // Two transfers of each transaction.
  const transfers = graph.transfers.map(
    (one, at): RawTransfer => ({ ...one, transactionId: `t${at >> 1}`, index: at }),
  );
  const labelsOf: LabelsOf = async (addresses) => addresses.map((address) => graph.labels.get(address) ?? []);
  const whole = new MemoryAccountStore({ network: 'ETH', transfers, labels: graph.labels, derive: false });
  const source = memoryAccountSource('ETH', transfers, { pageSize, contract: USDT.contract });
  const wallets = new Set(graph.wallets);
  const payments = transfers
    .filter((one) => isRecord(one))
    .flatMap(({ transactionId: id, from, to }) => [
      ...(wallets.has(to) ? [{ id, side: to, direction: 'bwd' as const }] : []),
      ...(wallets.has(from) ? [{ id, side: from, direction: 'fwd' as const }] : []),
    ]);
  return {
    ...{ source, whole, labelsOf, payments },
    startsOf: (id, side, direction) =>
      whole.records
        .filter(
          ({ from, to }, at) => ids.get(whole)?.[at] === id && (direction === 'bwd' ? to : from) === whole.nodeOf(side),
        )
        .map(({ position }) => position),
  };
}

/** Ids of transactions, in the order of the records of a whole ledger. */
const ids = new WeakMap<Case['whole'], readonly string[]>();

function coinCase(seed: number, pageSize = 25): Case {
  const { transactions, labels } = coinGraph({ seed, accounts: 12, transfers: 60, isWhole: true });
  const labelsOf: LabelsOf = async (addresses) => addresses.map((address) => labels.get(address) ?? []);
  const whole = new MemoryUtxoStore({ network: 'BTC', transactions, labels, derive: false });
  const source = memoryCoinSource('BTC', transactions, { pageSize });
  const payments = transactions.flatMap((one) =>
    [...partiesOf(one)].flatMap(([side, net]) =>
      net === 0n || labels.has(side)
        ? []
        : [{ id: one.transactionId, side, direction: net > 0n ? ('bwd' as const) : ('fwd' as const) }],
    ),
  );
  return {
    ...{ source, whole, labelsOf, payments },
    startsOf: (id) => whole.records.filter((_record, at) => ids.get(whole)?.[at] === id).map(({ node }) => node),
  };
}

function partiesOf({ inputs, outputs }: RawTransaction): ReadonlyMap<string, bigint> {
  const net = new Map<string, bigint>();
  for (const { owner, amount } of inputs) if (owner !== null) net.set(owner, (net.get(owner) ?? 0n) - (amount ?? 0n));
  for (const { owner, amount } of outputs) if (owner !== null) net.set(owner, (net.get(owner) ?? 0n) + amount);
  return net;
}

async function prepare(one: Case): Promise<Case> {
  const { whole } = one;
  const known =
    whole instanceof MemoryAccountStore
      ? whole.transactionIds(whole.records.map(({ position }) => position))
      : whole.transactionIds(whole.records.map(({ node }) => node));
  ids.set(whole, await known);
  return one;
}

const never = new AbortController().signal;

async function seenIn({ source }: Case, id: string): Promise<GatherPayment['seen']> {
  const seen = await source.lookUp(id, { signal: never, spend: () => true });
  return seen.is === 'confirmed' ? seen : expect.fail(`${id} is ${seen.is}`);
}

/** Of a transaction, what is of the asset that is walked. */
function paidIn({ source }: Case, content: GatherPayment['seen']['content']): object {
  if (content.ledger === 'utxo') return { ledger: 'utxo', transaction: content.transaction };
  const own = content.assets.find(({ contract }) => contract === USDT.contract);
  expect(source.ledger).toBe('account');
  return { ledger: 'account', transfers: own?.transfers, isWhole: content.isWhole };
}

async function gather(
  one: Case,
  { id, side, direction }: Case['payments'][number],
  options: Partial<OnDemandSourcesDeps> & { readonly keep?: boolean } = {},
) {
  if (options.keep !== true) await database.pool.query('TRUNCATE live_tips, live_accounts, live_coin_transactions');
  const { accounts, coins } = onDemandCaches(database.pool);
  const sources = { sourceOf: () => one.source };
  const clock = { now: () => new Date() };
  const live = buildOnDemandSources({ sources, accounts, coins, clock, limits: WIDE, tipLastsMs: 60_000, ...options });
  const asset = one.source.ledger === 'account' ? USDT : BTC;
  const seen = await seenIn(one, id);
  const gathering = await live.gatherPayment(
    asset,
    side,
    { seen, direction },
    {
      labelsOf: one.labelsOf,
      signal: never,
      onProgress: () => undefined,
    },
  );
  return gathering.kind === 'records' ? gathering.live : expect.fail('nothing was gathered');
}

/** The walk of a payment over what was read of its chain. */
async function walkRead(store: ExposureStore, side: string, direction: Direction, options = THRESHOLD) {
  if (!(store instanceof PartialAccountStore || store instanceof PartialCoinStore)) throw new Error('no partial store');
  const subject = (await store.subject(side)) ?? expect.fail('the side has no record');
  return walk(store, subject, direction, { ...options, only: store.startsOf(direction) });
}

const NO_DERIVED = { derive: false } as const;
const cases = { 'an account network': accountCase, 'a coin network': coinCase };

describe.each(Object.entries(cases))('a payment read on demand on %s', (_name, caseOf) => {
  it('comes to the bytes of the same payment over the imported ledger when the budget reaches', async () => {
    for (const seed of [1, 2, 3]) {
      const one = await prepare(caseOf(seed));
      const { whole, payments, labelsOf } = one;
      const asked = payments.filter((_payment, at) => at % 7 === 0);
      expect(asked.length).toBeGreaterThan(5);
      for (const payment of asked) {
        const { id, side, direction } = payment;
        const live = await gather(one, payment);
        const read = await walkRead(live.open(labelsOf, NO_DERIVED), side, direction);
        const subject = (await whole.subject(side)) ?? expect.fail('no record');
        const only = one.startsOf(id, side, direction);
        expect(only.length).toBeGreaterThan(0);
        expect(bytesOf(read)).toBe(bytesOf(await walk(whole, subject, direction, { ...THRESHOLD, only })));
      }
    }
  }, 120_000);

  it('comes to the same bytes again from its cut', async () => {
    const one = await prepare(caseOf(5, 10));
    for (const payment of one.payments.filter((_payment, at) => at % 11 === 0)) {
      const { side, direction } = payment;
      for (const calls of [3, 9, 100]) {
        const limits = { calls, milliseconds: 60_000, leastShare: 0 };
        const live = await gather(one, payment, { limits });
        const before = bytesOf(await walkRead(live.open(one.labelsOf, NO_DERIVED), side, direction));
        const again = await openCutOff(database.pool, JSON.stringify(live.cut));
        if (again === null) throw new Error('the cut does not open');
        expect(again.paid).toEqual(paidIn(one, (await seenIn(one, payment.id)).content));
        expect(bytesOf(await walkRead(again.open(one.labelsOf, NO_DERIVED), side, direction))).toBe(before);
      }
    }
  }, 120_000);

  it('spends no more calls than it may, and counts what it did not read as not followed', async () => {
    const one = await prepare(caseOf(11));
    for (const payment of one.payments.filter((_payment, at) => at % 9 === 0)) {
      let before = Number.POSITIVE_INFINITY;
      for (const calls of [1, 2, 4, 8, 64]) {
        const asked = one.source.asked.length;
        const live = await gather(one, payment, { limits: { calls, milliseconds: 60_000, leastShare: 0 } });
        // One more: the look-up, which has a budget of its own.
        expect(one.source.asked.length - asked).toBeLessThanOrEqual(calls + 1);
        const options = { threshold: 0, targetNotFollowed: 1 };
        const { residuals, rows } = await walkRead(
          live.open(one.labelsOf, NO_DERIVED),
          payment.side,
          payment.direction,
          options,
        );
        const parts = [...rows.map(({ share }) => share), ...Object.values(residuals)];
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9);
        expect(residuals.not_followed).toBeLessThanOrEqual(before + 1e-9);
        before = residuals.not_followed;
      }
    }
  }, 120_000);

  it('reads a tip of its own where the block of the payment is above the one that is kept', async () => {
    const one = await prepare(caseOf(5));
    const last = one.payments.at(-1) ?? expect.fail('no payment');
    const { accounts } = onDemandCaches(database.pool);
    await database.pool.query('TRUNCATE live_tips, live_accounts, live_coin_transactions');
    const tip = await one.source.tip({ signal: never, spend: () => true });
    const old = { ...tip, block: tip.block - 5, time: tip.time - 60, finalBlock: 0, finalTime: 0 };
    await accounts.saveTip(one.source.network, old, new Date());
    const live = await gather(one, last, { keep: true });
    expect(live.tip.block).toBe(tip.block);
  });
});
