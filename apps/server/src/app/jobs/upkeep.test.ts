import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHistory } from '../../../test/api/history-rows.ts';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { faultLog } from '../../../test/support/fault-log.ts';
import { historyStore } from '../../modules/checks/index.ts';
import { auditLedger, ledger } from '../../modules/money/index.ts';
import { openPool, type Pool } from '../../platform/db/index.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { startUpkeep, upkeep } from './upkeep.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const YEARS_3 = { retentionDays: 1095, invoiceYears: 7 };

const SENDER = 'c'.repeat(32);
const KEY = 'key_0000000000000000';

/** Live planned withdrawals by a person's key. */
async function writeWithdrawals(pool: Pool, times: readonly string[]): Promise<void> {
  await pool.query(`
    INSERT INTO users (sub, email, mailbox_key) VALUES ('${SENDER}', 'sender@example.org', 'sender@example.org');
    INSERT INTO api_keys (id, workspace, name, secret_hash, hint, scopes, address_ranges, api_version, created_at, mode)
    VALUES ('${KEY}', '${SENDER}', 'sends', sha256('a'), 'a', '{checks:write}', '{}', '1', '2023-01-01', 'live')`);
  for (const [index, at] of times.entries()) {
    await pool.query(
      `INSERT INTO withdrawal_attempts (id, workspace, api_key, mode, metadata, checks, answer, created_at)
       VALUES ('wat_' || lpad($1::text, 20, '0'), $2, $3, 'live', '{}', '{}', '{}', $4)`,
      [index, SENDER, KEY, at],
    );
  }
}

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

  it('removes what modules hold of old also while a ledger server is away', async () => {
    const { pool } = database;
    await writeWithdrawals(pool, ['2020-01-01']);
    const away = openPool('postgres://nobody@127.0.0.1:1/none');
    const withLedgers = Object.assign(Object.create(pool), { ledgers: { pools: () => [pool, away] } });
    await expect(upkeep(withLedgers, YEARS_3, NOW)).rejects.toThrow('ECONNREFUSED');
    expect((await pool.query('SELECT FROM withdrawal_attempts')).rowCount).toBe(0);
    await away.end();
    await pool.query(`DELETE FROM api_keys; DELETE FROM users WHERE sub = '${SENDER}'`);
  });

  it('removes more old checks and batches than go at once', async () => {
    const { pool } = database;
    await pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('e', 32), 'e@firm.example', 'e');
       INSERT INTO history_ranges (owner, last) VALUES (repeat('e', 32), 1001);
       INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until,
                           riskscore, result, position)
       SELECT md5('old' || n), repeat('e', 32), 'BTC', 'Bitcoin', 'x', 'done', false, '2022-01-01', '2022-01-01',
              '2022-01-01', 5, '{}', n FROM generate_series(1, 1001) n;
       INSERT INTO batches (id, workspace, mode, metadata, status, created_at)
       SELECT 'bat_' || lpad(n::text, 20, '0'), repeat('e', 32), 'live', '{}', 'open', '2022-01-01'
         FROM generate_series(1, 1001) n`,
    );
    expect(await upkeep(pool, YEARS_3, NOW)).toMatchObject({ removed: 1001 });
    const left = await pool.query("SELECT FROM batches WHERE workspace = repeat('e', 32)");
    expect(left.rowCount).toBe(0);
  });

  it('removes planned withdrawals of live keys after as long as checks', async () => {
    const { pool } = database;
    await writeWithdrawals(pool, ['2023-11-20T12:00:00Z', '2023-11-22T12:00:00Z']);
    await upkeep(pool, YEARS_3, NOW);
    const { rows } = await pool.query<{ at: string }>(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS at FROM withdrawal_attempts ORDER BY 1`,
    );
    expect(rows.map(({ at }) => at)).toEqual(['2023-11-22']);
  });

  it('ends batches that wait for more than 60 days, so that their rows go too', async () => {
    const { pool } = database;
    await pool.query(`INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('d', 32), 'd@firm.example', 'd')`);
    const idOf = (name: string) => `bat_${name.padStart(20, '0')}`;
    for (const [age, day] of Object.entries({ old: '2026-09-20', young: '2026-09-22' })) {
      for (const status of ['paused', 'running']) {
        const id = idOf(`${age}${status}`);
        await pool.query(
          `INSERT INTO batches (id, workspace, mode, metadata, status, pause_reason, paused_at, created_at, accepted_at,
                                served_at, row_count)
           VALUES ($1, repeat('d', 32), 'live', '{}', $2, $3, $4, '2026-09-01', '2026-09-01', $5, 1)`,
          [id, status, ...(status === 'paused' ? ['insufficient_checks', day, '2026-09-01'] : [null, null, day])],
        );
        await pool.query(
          `INSERT INTO batch_subjects (batch, mode, ticker, parent, address, number, row_count)
           VALUES ($1, 'live', 'BTC', '', 'x', 1, 1)`,
          [id],
        );
      }
    }
    await upkeep(pool, YEARS_3, NOW);
    const batches = () =>
      pool.query(
        `SELECT id, status, canceled, ended_at AS ended FROM batches WHERE workspace = repeat('d', 32) ORDER BY id`,
      );
    const ended = { status: 'canceled', canceled: 1, ended: NOW };
    const going = { canceled: 0, ended: null };
    expect((await batches()).rows).toEqual([
      { id: idOf('oldpaused'), ...ended },
      { id: idOf('oldrunning'), ...ended },
      { id: idOf('youngpaused'), status: 'paused', ...going },
      { id: idOf('youngrunning'), status: 'running', ...going },
    ]);
    const { rows: events } = await pool.query(
      `SELECT object_id AS id, type FROM events WHERE workspace = repeat('d', 32) ORDER BY 1`,
    );
    expect(events).toEqual(['oldpaused', 'oldrunning'].map((one) => ({ id: idOf(one), type: 'batch.canceled' })));
    const { rows: acts } = await pool.query(
      `SELECT actor_kind AS by, action FROM audit_entries WHERE chain = repeat('d', 32)`,
    );
    expect(acts).toEqual([1, 2].map(() => ({ by: 'system', action: 'batch.cancel' })));
    await upkeep(pool, YEARS_3, new Date(NOW.getTime() + 151 * 86_400_000));
    expect((await batches()).rowCount).toBe(2);
  });

  it('removes what was given for nothing after 30 days', async () => {
    const { pool } = database;
    const days = ['2026-10-20', '2026-10-21', '2026-11-20'];
    for (const day of days) {
      await pool.query("INSERT INTO free_grants (day, kind, checks, domain) VALUES ($1, 'sign-up', 1, 'a.example')", [
        day,
      ]);
    }
    await upkeep(pool, YEARS_3, NOW);
    const { rows } = await pool.query<{ day: string }>('SELECT day::text FROM free_grants ORDER BY day');
    expect(rows.map(({ day }) => day)).toEqual(['2026-10-21', '2026-11-20']);
  });

  it('forgets which gifts were refused once their day is over', async () => {
    const { pool } = database;
    for (const day of ['2026-11-20', '2026-11-21']) {
      await pool.query(
        `INSERT INTO free_grants (day, kind, checks, refused_by, refused_gift)
         VALUES ($1, 'survey', 1, 'installation', sha256('a'))`,
        [day],
      );
    }
    await upkeep(pool, YEARS_3, new Date('2026-11-21T10:00:00Z'));
    const { rows } = await pool.query<{ day: string }>(
      'SELECT day::text FROM free_grants WHERE refused_gift IS NOT NULL',
    );
    expect(rows).toEqual([{ day: '2026-11-21' }]);
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
