import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { memoryQuotaLedger } from './memory-quota-ledger.ts';
import { postgresQuotaLedger } from './quota-ledger.store.ts';
import type { QuotaLedger } from './quota-ledger.ts';

const DAY_MS = 86_400_000;
const NOON = 20_000 * DAY_MS + DAY_MS / 2;
const limits = { perSecond: 2, burst: 3, perDay: 5, atOnce: 1 };

describe('the quota of a provider', () => {
  let database: TestDatabase;
  const ledgers: Record<'memory' | 'PostgreSQL', () => QuotaLedger> = {
    memory: memoryQuotaLedger,
    PostgreSQL: () => postgresQuotaLedger(database.pool),
  };

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  describe.each(['memory', 'PostgreSQL'] as const)('kept in %s', (where) => {
    it('lets a burst through, then one each step, and says how long to wait', async () => {
      const ledger = ledgers[where]();
      const take = (ms: number) => ledger.take(`pace ${where}`, limits, 1, NOON + ms);
      expect([await take(0), await take(0), await take(0)].map(({ granted }) => granted)).toEqual([true, true, true]);
      expect(await take(100)).toEqual({ granted: false, why: 'pace', waitMs: 400 });
      expect(await take(500)).toEqual({ granted: true, leftToday: 1 });
      expect(await take(500)).toMatchObject({ granted: false, why: 'pace', waitMs: 500 });
    });

    it('ends with the day, in the provider’s own units, and begins again with the next', async () => {
      const ledger = ledgers[where]();
      const take = (ms: number, cost: number) => ledger.take(`day ${where}`, limits, cost, NOON + ms);
      expect(await take(0, 3)).toEqual({ granted: true, leftToday: 2 });
      expect(await take(0, 3)).toEqual({ granted: false, why: 'day', waitMs: DAY_MS / 2 });
      expect(await take(0, 2)).toEqual({ granted: true, leftToday: 0 });
      expect(await take(DAY_MS / 2, 1)).toEqual({ granted: true, leftToday: 4 });
      expect((await ledger.read(NOON + DAY_MS / 2)).get(`day ${where}`)).toEqual({ usedToday: 1, pausedUntilMs: null });
    });

    it('refuses what one request costs more than a day has', async () => {
      expect(await ledgers[where]().take(`dear ${where}`, limits, 6, NOON)).toMatchObject({
        granted: false,
        why: 'day',
      });
    });

    it('waits until the time a provider named; an earlier one changes nothing', async () => {
      const ledger = ledgers[where]();
      await ledger.pause(`paused ${where}`, NOON + 9_000, NOON);
      await ledger.pause(`paused ${where}`, NOON + 1_000, NOON);
      const take = (ms: number) => ledger.take(`paused ${where}`, limits, 1, NOON + ms);
      expect(await take(4_000)).toEqual({ granted: false, why: 'paused', waitMs: 5_000 });
      expect((await ledger.read(NOON)).get(`paused ${where}`)?.pausedUntilMs).toBe(NOON + 9_000);
      expect(await take(9_000)).toMatchObject({ granted: true });
    });
  });

  it('is one for all servers of a database, in any order of their requests, and outlives them', async () => {
    const [first, second] = [postgresQuotaLedger(database.pool), postgresQuotaLedger(database.pool)];
    const wide = { perSecond: 1_000, burst: 1_000, perDay: 40, atOnce: 1 };
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? first : second).take('shared', wide, 1, NOON)),
    );
    expect(taken.filter(({ granted }) => granted)).toHaveLength(40);
    const restarted = postgresQuotaLedger(database.pool);
    expect(await restarted.take('shared', wide, 1, NOON + 1)).toMatchObject({ granted: false, why: 'day' });
    expect((await restarted.read(NOON)).get('shared')).toEqual({ usedToday: 40, pausedUntilMs: null });
  });
});
