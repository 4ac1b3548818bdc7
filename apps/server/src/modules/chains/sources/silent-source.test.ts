import { findAsset } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { onDemandCaches } from './on-demand-caches.ts';
import type { AccountSource } from './sources.ports.ts';
import { buildOnDemandSources } from './sources.service.ts';
import { memoryAccountSource } from './test/memory-source.ts';

const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
const never = () => new Promise<never>(() => undefined);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** One gathering, with enough time for everything except the tip. */
async function gatherFrom(source: AccountSource) {
  const live = buildOnDemandSources({
    sources: { sourceOf: () => source },
    ...onDemandCaches(database.pool),
    clock: { now: () => new Date() },
    limits: { calls: 60, milliseconds: 600_000 },
    tipLastsMs: 60_000,
    tipWithinMs: 50,
  });
  const labelsOf = async (addresses: readonly string[]) => addresses.map(() => []);
  const signal = new AbortController().signal;
  return live.gather(USDT, 'subject', { labelsOf, signal, onProgress: () => undefined });
}

describe('a source that never gives the tip of its chain', () => {
  it('times out, gets no other request, and is named in the fault', async () => {
    const source = memoryAccountSource('ETH', []);
    const silent: AccountSource = { ...source, tip: never };
    expect(await gatherFrom(silent)).toEqual({
      kind: 'failed',
      faults: [{ kind: 'unavailable', provider: 'memory', reason: 'no answer within 0.05 s' }],
    });
    expect(source.asked).toEqual([]);
  });

  it('leaves no tip in the cache: the next check requests it again', async () => {
    const source = memoryAccountSource('ETH', []);
    await gatherFrom({ ...source, tip: never });
    expect((await gatherFrom(source)).kind).toBe('records');
    expect(source.asked.map(({ method }) => method)).toContain('tip');
  });
});

describe('a source that gives the tip of its chain', () => {
  it('has all the remaining time for its records', async () => {
    await database.pool.query('TRUNCATE live_tips');
    const source = memoryAccountSource('ETH', []);
    const late: AccountSource = {
      ...source,
      transfers: async (...asked) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return source.transfers(...asked);
      },
    };
    expect((await gatherFrom(late)).kind).toBe('records');
  });
});
