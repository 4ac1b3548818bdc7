import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHistory } from '../../test/api/history-rows.ts';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { faultLog } from '../../test/support/fault-log.ts';
import { historyStore } from '../features/history/index.ts';
import { auditLedger, ledger } from '../features/ledger/index.ts';
import { startJobs } from './jobs.ts';
import { startUpkeep, upkeep } from './upkeep.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const YEARS_3 = { retentionDays: 1095 };

describe('the upkeep', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('removes checks that are older than three years, and leaves histories without gaps', async () => {
    const { pool } = database;
    const days = ['2023-01-01', '2023-11-20', '2023-11-22', '2026-01-01'];
    const ids = await writeHistory(
      pool,
      days.map((day) => ({ owner: 'long', createdAt: `${day}T12:00:00Z` })),
    );
    await writeHistory(pool, [{ owner: 'gone', createdAt: '2022-01-01T00:00:00Z' }]);
    await pool.query(
      `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until)
       VALUES (repeat('1', 32), 'long', 'BTC', 'Bitcoin', 'x', 'failed', false, '2020-01-01', '2020-01-01', '2020-01-01'),
              (repeat('2', 32), 'deleted', 'BTC', 'Bitcoin', 'x', 'failed', false, '2024-01-01', '2024-01-01', '2024-01-01')`,
    );
    expect(await upkeep(pool, YEARS_3, NOW)).toMatchObject({ removed: 4 });
    expect(await upkeep(pool, YEARS_3, NOW)).toMatchObject({ removed: 0 });

    const { rows, total } = await historyStore.page(pool, 'long', 15, 1);
    expect(total).toBe(2);
    expect(rows.map(({ subId }) => subId)).toEqual([ids[3], ids[2]]);
    expect(await historyStore.page(pool, 'long', 1, 2)).toMatchObject({ total: 2, rows: [{ subId: ids[2] }] });
    expect(await historyStore.page(pool, 'gone', 15, 1)).toEqual({ rows: [], total: 0 });
    const [next = ''] = await writeHistory(pool, [{ owner: 'gone', createdAt: NOW.toISOString() }]);
    expect(await historyStore.page(pool, 'gone', 15, 1)).toMatchObject({ total: 1, rows: [{ subId: next }] });
    expect(await auditLedger(pool)).toEqual([]);
  });

  it('keeps the entries of a check that went, and the books in order', async () => {
    const { pool } = database;
    const [old = ''] = await writeHistory(pool, [{ owner: 'payer', createdAt: '2022-01-01T00:00:00Z' }]);
    await ledger.topUp(pool, 'payer', 1, NOW);
    await ledger.reserve(pool, 'payer', old, NOW);
    await ledger.take(pool, old, NOW);
    await pool.query('UPDATE checks SET charged = true WHERE sub_id = $1', [old]);
    expect(await auditLedger(pool)).toEqual([]);
    expect(await upkeep(pool, YEARS_3, NOW)).toMatchObject({ removed: 1 });
    expect(await auditLedger(pool)).toEqual([]);
    expect(await ledger.stateOf(pool, 'payer')).toMatchObject({ checks: 0, used_checks: 1 });
  });

  it('writes lapses down, as a job that one server does', async () => {
    const { pool } = database;
    await ledger.grant(pool, {
      sub: 'subscriber',
      tariff: { series: 'sub_1', planId: 7 },
      checks: 30,
      reason: 'subscription',
      key: 'invoice:1',
      expiresAt: new Date('2026-01-01T00:00:00Z'),
      now: new Date('2025-12-01T00:00:00Z'),
    });
    const log = faultLog();
    const stop = new AbortController();
    const jobs = await startJobs(database.url, log);
    await startUpkeep(jobs, pool, YEARS_3, { signal: stop.signal, log });
    const lapses = async () =>
      (await pool.query("SELECT checks, reason FROM ledger_entries WHERE kind = 'lapse'")).rows;
    for (const deadline = Date.now() + 20_000; (await lapses()).length === 0 && Date.now() < deadline; )
      await sleep(50);
    stop.abort();
    await jobs.stop();
    expect(await lapses()).toEqual([{ checks: 30, reason: 'expired' }]);
    expect(log.faults).toEqual([]);
  });
});
