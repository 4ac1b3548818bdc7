import { findAsset } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { liveShelves } from './live-shelves.ts';
import type { AccountSource } from './sources.ports.ts';
import { buildLiveSources } from './sources.service.ts';
import { memoryAccountSource } from './test/memory-source.ts';

const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
const never = () => new Promise<never>(() => undefined);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** One question, with time enough for everything but the tip. */
async function gatherFrom(source: AccountSource) {
  const live = buildLiveSources({
    sources: { sourceOf: () => source },
    ...liveShelves(database.pool),
    clock: { now: () => new Date() },
    limits: { calls: 60, milliseconds: 600_000 },
    tipLastsMs: 60_000,
    tipWithinMs: 50,
  });
  const labelsOf = async (addresses: readonly string[]) => addresses.map(() => []);
  const signal = new AbortController().signal;
  return live.gather(USDT, 'subject', { labelsOf, signal, onProgress: () => undefined });
}

describe('a source that never says where its chain stands', () => {
  it('is waited for no longer, asked nothing else, and named', async () => {
    const source = memoryAccountSource('ETH', []);
    const silent: AccountSource = { ...source, tip: never };
    expect(await gatherFrom(silent)).toEqual({
      kind: 'failed',
      faults: [{ kind: 'unavailable', provider: 'memory', reason: 'no answer within 0.05 s' }],
    });
    expect(source.asked).toEqual([]);
  });

  it('leaves no tip behind: the next check asks anew', async () => {
    const source = memoryAccountSource('ETH', []);
    await gatherFrom({ ...source, tip: never });
    expect((await gatherFrom(source)).kind).toBe('records');
    expect(source.asked.map(({ method }) => method)).toContain('tip');
  });
});

describe('a source that says where its chain stands', () => {
  it('has all the rest of the time for its records', async () => {
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
