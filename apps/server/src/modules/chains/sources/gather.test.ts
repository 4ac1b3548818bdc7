import { ASSETS } from '@assay/domain';
import type { ExposureStore, LabelsOf, RawTransfer, WalkOptions } from '@assay/exposure';
import { exposureOf, MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, bytesOf, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { forgetNeighbourhoods, onDemandCaches } from './on-demand-caches.ts';
import type { Gathering, GatherProgress } from './on-demand-records.ts';
import { openCutOff } from './open-cut-off.ts';
import type { AccountSource, TransferSource } from './sources.ports.ts';
import { buildOnDemandSources, type OnDemandSourcesDeps } from './sources.service.ts';
import { type MemoryBehaviour, memoryAccountSource, memoryCoinSource } from './test/memory-source.ts';

const USDT = assetOf('USDT', 'ETH');
const BTC = assetOf('BTC', null);
/** Enough to read everything. */
const WIDE = { calls: 100_000, milliseconds: 60_000, leastShare: 0 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function assetOf(ticker: string, parent: string | null) {
  const found = ASSETS.find((asset) => asset.ticker === ticker && asset.parent === parent);
  if (found === undefined) throw new Error(`${ticker} is not on the list`);
  return found;
}

/** Nothing is cached from one test to the next. */
async function gather(
  source: TransferSource,
  subject: string,
  labelsOf: LabelsOf,
  options: Partial<OnDemandSourcesDeps> & { readonly keep?: boolean; readonly signal?: AbortSignal } = {},
) {
  if (options.keep !== true) await database.pool.query('TRUNCATE live_tips, live_accounts, live_coin_transactions');
  const progress: GatherProgress[] = [];
  const { accounts, coins } = onDemandCaches(database.pool);
  const clock = { now: () => new Date() };
  const sources = { sourceOf: () => source };
  const live = buildOnDemandSources({ sources, accounts, coins, clock, limits: WIDE, tipLastsMs: 60_000, ...options });
  const asset = source.ledger === 'account' ? USDT : BTC;
  const gathering = await live.gather(asset, subject, {
    labelsOf,
    signal: options.signal ?? new AbortController().signal,
    onProgress: (one) => progress.push(one),
  });
  return { gathering, progress };
}

async function walkBoth(store: ExposureStore, subject: string, options: WalkOptions = {}) {
  const found = await exposureOf(store, subject, options);
  return found === null
    ? null
    : { incoming: found.incoming, outgoing: found.outgoing, complete: found.subject.complete };
}

function openOf(gathering: Gathering, labelsOf: LabelsOf): ExposureStore {
  if (gathering.kind !== 'records') throw new Error('nothing was gathered');
  return gathering.live.open(labelsOf);
}

function accountCase(seed: number, behaviour: Partial<MemoryBehaviour> = {}) {
  const graph = accountGraph({ seed, accounts: 14, transfers: 100, isWhole: true });
  const [subject = ''] = graph.wallets;
  const labelsOf: LabelsOf = async (addresses) => addresses.map((address) => graph.labels.get(address) ?? []);
  const whole = new MemoryAccountStore({ network: 'ETH', transfers: graph.transfers, labels: graph.labels });
  return { subject, labelsOf, whole, source: memoryAccountSource('ETH', graph.transfers, behaviour) };
}

function coinCase(seed: number, behaviour: Partial<MemoryBehaviour> = {}) {
  const { transactions, labels } = coinGraph({ seed, accounts: 12, transfers: 60, isWhole: true });
  const labelsOf: LabelsOf = async (addresses) => addresses.map((address) => labels.get(address) ?? []);
  const whole = new MemoryUtxoStore({ network: 'BTC', transactions, labels, derive: false });
  return { subject: 'wallet-1', labelsOf, whole, source: memoryCoinSource('BTC', transactions, behaviour) };
}

const cases = { 'an account network': accountCase, 'a coin network': coinCase };

describe.each(Object.entries(cases))('an address read live on %s', (_name, caseOf) => {
  it('comes to the bytes of the imported ledger when the budget reaches', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { subject, labelsOf, whole, source } = caseOf(seed);
      const { gathering } = await gather(source, subject, labelsOf);
      const found = await walkBoth(openOf(gathering, labelsOf), subject, { threshold: 1e-4 });
      expect(bytesOf(found)).toBe(bytesOf(await walkBoth(whole, subject, { threshold: 1e-4 })));
    }
  });

  it('reads no provider twice for the same question, and comes to the same bytes', async () => {
    const { subject, labelsOf, source } = caseOf(7);
    const first = await gather(source, subject, labelsOf);
    const asked = source.asked.length;
    const second = await gather(source, subject, labelsOf, { keep: true });
    expect(asked).toBeGreaterThan(2);
    expect(source.asked.length).toBe(asked);
    const [one, other] = [first, second].map(({ gathering }) => openOf(gathering, labelsOf));
    if (one === undefined || other === undefined) throw new Error('nothing was gathered');
    expect(bytesOf(await walkBoth(other, subject))).toBe(bytesOf(await walkBoth(one, subject)));
  });

  it('comes to the same bytes again from its cut, however much was read since', async () => {
    // Pages that end within a second, and a finality that leaves a little, most or all of the chain above it.
    const ways = [0, 4, 60, 2_000, 1_000_000].flatMap((finality) => [2, 9].map((calls) => ({ finality, calls })));
    for (const { finality, calls } of ways) {
      const { subject, labelsOf, source } = caseOf(5, { finality, pageSize: 10, counts: true });
      const limits = { calls, milliseconds: 60_000, leastShare: 0 };
      const { gathering } = await gather(source, subject, labelsOf, { limits });
      if (gathering.kind !== 'records') throw new Error('nothing was gathered');
      const { live } = gathering;
      const before = bytesOf(await walkBoth(live.open(labelsOf), subject));
      const cut = JSON.stringify(live.cut);
      const { records, tip, providers } = live;
      for (const isLater of [false, true]) {
        // More of the same chain, at a tip of its own: what was not final is read again.
        if (isLater) await gather(source, subject, labelsOf, { keep: true, tipLastsMs: 0 });
        const again = await openCutOff(database.pool, cut);
        if (again === null) throw new Error(`the cut does not open with a finality of ${finality}`);
        expect(bytesOf(await walkBoth(again.open(labelsOf), subject))).toBe(before);
        expect(again).toMatchObject({ records, tip, providers });
      }
    }
  });

  it('opens no cut whose records were deleted since, and none of another form', async () => {
    const { subject, labelsOf, source } = caseOf(5);
    const { gathering } = await gather(source, subject, labelsOf);
    if (gathering.kind !== 'records') throw new Error('nothing was gathered');
    const { cut } = gathering.live;
    expect(await openCutOff(database.pool, JSON.stringify({ ...cut, version: 1 }))).toBeNull();
    expect(await forgetNeighbourhoods(database.pool, new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    expect(await openCutOff(database.pool, JSON.stringify(cut))).toBeNull();
  });

  it('reads on at the top when the chain has grown, and forgets what a reorganisation undid', async () => {
    const { subject, labelsOf, source, whole } = caseOf(5);
    const early = caseOf(5, { finality: 3, isFork: true });
    await gather(early.source, subject, labelsOf);
    const read = source.asked.length;
    const { gathering } = await gather(source, subject, labelsOf, { keep: true, tipLastsMs: 0 });
    const found = await walkBoth(openOf(gathering, labelsOf), subject, { threshold: 1e-4 });
    expect(bytesOf(found)).toBe(bytesOf(await walkBoth(whole, subject, { threshold: 1e-4 })));
    expect(source.asked.length).toBeGreaterThan(read);
  });

  it('asks nothing twice within one question', async () => {
    const { subject, labelsOf, source } = caseOf(8);
    await gather(source, subject, labelsOf);
    const questions = source.asked.map(({ method, what }) => `${method} ${what}`);
    expect(questions.filter((one, at) => questions.indexOf(one) !== at)).toEqual([]);
  });

  it('spends no more calls than it may, and explains more with every call it may spend', async () => {
    let before = { incoming: 0, outgoing: 0 };
    for (const calls of [2, 4, 8, 16, 32, 64]) {
      const { subject, labelsOf, source } = caseOf(11, { counts: true, pageSize: 1000 });
      const { gathering } = await gather(source, subject, labelsOf, { limits: { calls, milliseconds: 60_000 } });
      expect(source.asked.length).toBeLessThanOrEqual(calls);
      const walk = await walkBoth(openOf(gathering, labelsOf), subject, { threshold: 0, targetNotFollowed: 1 });
      const now = {
        incoming: 1 - (walk?.incoming.residuals.not_followed ?? 1),
        outgoing: 1 - (walk?.outgoing.residuals.not_followed ?? 1),
      };
      expect(now.incoming).toBeGreaterThanOrEqual(before.incoming - 1e-9);
      expect(now.outgoing).toBeGreaterThanOrEqual(before.outgoing - 1e-9);
      before = now;
    }
    expect(before.incoming + before.outgoing).toBeGreaterThan(1);
  });

  it('stays honest whichever call a provider dies at: shares sum to one and only R grows', async () => {
    const { subject, labelsOf, source } = caseOf(5);
    const full = await gather(source, subject, labelsOf);
    const best = await walkBoth(openOf(full.gathering, labelsOf), subject, { threshold: 0, targetNotFollowed: 1 });
    for (let dies = 0; dies <= source.asked.length; dies += 1) {
      const dying = caseOf(5, {
        faultAt: (call) => (call >= dies ? { kind: 'unavailable', provider: 'memory', reason: 'it died' } : null),
      });
      const { gathering } = await gather(dying.source, subject, labelsOf);
      if (gathering.kind === 'failed') {
        expect(dies).toBeLessThan(3);
        expect(gathering.kind).toBe('failed');
        expect(gathering.faults.length).toBeGreaterThan(0);
        continue;
      }
      const walk = await walkBoth(openOf(gathering, labelsOf), subject, { threshold: 0, targetNotFollowed: 1 });
      for (const way of ['incoming', 'outgoing'] as const) {
        const exposure = walk?.[way];
        if (exposure === undefined || exposure.records === 0) continue;
        const parts = [...exposure.rows.map(({ share }) => share), ...Object.values(exposure.residuals)];
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9);
        expect(exposure.residuals.not_followed).toBeGreaterThanOrEqual(
          (best?.[way].residuals.not_followed ?? 0) - 1e-9,
        );
      }
    }
  });

  it('asks once for two who ask the same at once, and goes on when one of them leaves', async () => {
    const { subject, labelsOf, source } = caseOf(7, { delayMs: 2 });
    const alone = caseOf(7);
    await gather(alone.source, subject, labelsOf);
    const { accounts, coins } = onDemandCaches(database.pool);
    await database.pool.query('TRUNCATE live_tips, live_accounts, live_coin_transactions');
    const live = buildOnDemandSources({
      sources: { sourceOf: () => source },
      accounts,
      coins,
      clock: { now: () => new Date() },
      limits: WIDE,
      tipLastsMs: 60_000,
    });
    const leaving = new AbortController();
    const ask = (signal: AbortSignal) =>
      live.gather(source.ledger === 'account' ? USDT : BTC, subject, { labelsOf, signal, onProgress: () => undefined });
    const [left, stayed] = [ask(leaving.signal), ask(new AbortController().signal)];
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect((await stayed).kind).toBe('records');
    expect(source.asked.length).toBe(alone.source.asked.length);
  });

  it('ends at once when nobody waits any more', async () => {
    const { subject, labelsOf, source } = caseOf(7, { delayMs: 10_000 });
    const started = performance.now();
    const signal = AbortSignal.timeout(50);
    await expect(gather(source, subject, labelsOf, { signal })).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(9_000);
  });
});

describe('a service nobody labelled', () => {
  const one = (from: string, to: string, at: number): RawTransfer => ({
    block: at,
    transactionIndex: 0,
    transactionId: `tx-${at}`,
    kind: 'token',
    index: at,
    ordinal: 0,
    from,
    to,
    amount: 100n,
    time: 1_600_000_000 + at,
  });
  const crowd = Array.from({ length: 1_100 }, (_, at) => one('issuer', `customer-${at}`, at));
  const paid = crowd.map((_, at) => one(`customer-${at}`, 'hub', 2_000 + at));
  const transfers = [...crowd, ...paid, one('hub', 'subject', 5_000), one('hub', 'subject', 5_001)];
  const unlabelled: LabelsOf = async (addresses) => addresses.map(() => []);

  it('is recognised by the counter of a provider, and read no further', async () => {
    const source = memoryAccountSource('ETH', transfers, { counts: true });
    const { gathering } = await gather(source, 'subject', unlabelled);
    expect(source.asked.filter(({ what }) => what.startsWith('hub')).map(({ method }) => method)).toEqual([
      'transfers',
      'counters',
    ]);
    const walk = await walkBoth(openOf(gathering, unlabelled), 'subject');
    expect(walk?.incoming.rows).toMatchObject([{ category: 'unlabelled_service', layer: 'direct', share: 1 }]);
  });

  it('is not asked about at all where a provider calls it a contract by the way', async () => {
    const source = memoryAccountSource('ETH', transfers);
    const telling: AccountSource = {
      ...source,
      transfers: async (ask, call) => ({ ...(await source.transfers(ask, call)), contracts: ['hub'] }),
    };
    const { gathering } = await gather(telling, 'subject', unlabelled);
    expect(source.asked.map(({ what }) => what.trim())).toEqual(['', 'subject', 'subject']);
    const walk = await walkBoth(openOf(gathering, unlabelled), 'subject');
    expect(walk?.incoming.rows).toMatchObject([{ category: 'unlabelled_service', layer: 'direct', share: 1 }]);
  });
});
