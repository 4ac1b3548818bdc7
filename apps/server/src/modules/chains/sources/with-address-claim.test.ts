import { findAsset } from '@assay/domain';
import type { LabelsOf } from '@assay/exposure';
import { accountGraph } from '@assay/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { openPool, type Pool } from '../../../platform/db/index.ts';
import { forgetNeighbourhoods, onDemandCaches } from './on-demand-caches.ts';
import { buildOnDemandSources } from './sources.service.ts';
import { memoryAccountSource } from './test/memory-source.ts';
import type { AddressClaims } from './with-address-claim.ts';

const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
const ON_ETHEREUM = { network: 'ETH', ticker: 'USDT' } as const;
const { transfers, wallets, labels } = accountGraph({ seed: 7, accounts: 14, transfers: 100, isWhole: true });
const [subject = ''] = wallets;
const labelsOf: LabelsOf = async (addresses) => addresses.map((address) => labels.get(address) ?? []);
const LONG_MS = 600_000;
const never = new AbortController().signal;

let database: TestDatabase;
/** The database connections of another server. */
let other: Pool;
beforeAll(async () => {
  database = await testDatabase();
  other = openPool(database.url, { maxConnections: 2 });
});
beforeEach(() => database.pool.query('TRUNCATE live_tips, live_accounts, live_claims'));
afterAll(async () => {
  await other.end();
  await database.drop();
});

type Source = ReturnType<typeof memoryAccountSource>;

/** One server over the shared database. */
function server(pool: Pool, source: Source, milliseconds = LONG_MS, given?: AddressClaims) {
  const { accounts, coins, claims } = onDemandCaches(pool);
  const live = buildOnDemandSources({
    sources: { sourceOf: () => source },
    accounts,
    coins,
    claims: given ?? claims,
    clock: { now: () => new Date() },
    limits: { calls: 100_000, milliseconds, leastShare: 0 },
    tipLastsMs: 60_000,
  });
  return (signal: AbortSignal = never) => live.gather(USDT, subject, { labelsOf, signal, onProgress: () => undefined });
}

const claimsHeld = async () => (await database.pool.query('SELECT FROM live_claims')).rowCount;

describe('two servers asked for the same address at once', () => {
  it('ask as often as one does, come to the same, and leave no claim', async () => {
    const alone = memoryAccountSource('ETH', transfers);
    await server(database.pool, alone)();
    await database.pool.query('TRUNCATE live_tips, live_accounts');
    const asked = memoryAccountSource('ETH', transfers, { delayMs: 2 });
    const found = await Promise.all([server(database.pool, asked)(), server(other, asked)()]);
    expect(asked.asked).toHaveLength(alone.asked.length);
    const cuts = found.map((one) => (one.kind === 'records' ? one.live.cut : expect.fail('nothing was read')));
    expect(cuts[1]?.accounts).toEqual(cuts[0]?.accounts);
    expect(await claimsHeld()).toBe(0);
  });
});

describe('a claim that another server does not give back', () => {
  const leave = async (forMs: number) => {
    const holder = await onDemandCaches(other).claims.claim(ON_ETHEREUM, subject, forMs);
    expect(holder).not.toBeNull();
  };

  it('runs out, and the address is read then', async () => {
    await leave(300);
    const source = memoryAccountSource('ETH', transfers);
    expect((await server(database.pool, source)()).kind).toBe('records');
    expect(await claimsHeld()).toBe(0);
  });

  it('is waited for no longer than a reading may take, and stays its holder’s', async () => {
    await leave(LONG_MS);
    const source = memoryAccountSource('ETH', transfers);
    const started = performance.now();
    await server(database.pool, source, 1_000)();
    expect(source.asked.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);
    expect(await claimsHeld()).toBe(1);
  });

  it('keeps nobody who does not wait any more', async () => {
    await leave(LONG_MS);
    const source = memoryAccountSource('ETH', transfers);
    const leaving = new AbortController();
    const { promise: refused, resolve } = Promise.withResolvers<void>();
    const { claims } = onDemandCaches(database.pool);
    const watched: AddressClaims = {
      ...claims,
      claim: async (...asked) => {
        const holder = await claims.claim(...asked);
        resolve();
        return holder;
      },
    };
    const asking = server(database.pool, source, LONG_MS, watched)(leaving.signal);
    asking.catch(() => undefined);
    await refused;
    leaving.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    expect(source.asked).toEqual([]);
  });

  it('is forgotten with what was read of chains', async () => {
    await leave(1);
    await forgetNeighbourhoods(database.pool, new Date(Date.now() + LONG_MS));
    expect(await claimsHeld()).toBe(0);
  });
});

describe('a server whose reading fails', () => {
  it('gives its claim back, and the next one asks for itself', async () => {
    const dead = memoryAccountSource('ETH', transfers, {
      faultAt: () => ({ kind: 'unavailable', provider: 'memory', reason: 'it died' }),
    });
    expect((await server(database.pool, dead)()).kind).toBe('failed');
    expect(await claimsHeld()).toBe(0);
    expect((await server(other, memoryAccountSource('ETH', transfers))()).kind).toBe('records');
  });
});
