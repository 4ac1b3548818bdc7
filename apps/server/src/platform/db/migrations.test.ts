import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { auditLedger, ledger } from '../../modules/money/index.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));

describe('an installation from before the ledger', () => {
  let database: TestDatabase;
  let before = '';

  beforeAll(async () => {
    database = await emptyDatabase();
    before = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
    await mkdir(before, { recursive: true });
    for (const name of await readdir(MIGRATIONS)) {
      if (name < '0032') await cp(path.join(MIGRATIONS, name), path.join(before, name));
    }
    await migrate(database.url, before);
    await database.pool.query(`
      INSERT INTO balances VALUES ('demo', 6), ('empty', 0);
      INSERT INTO reservations VALUES
        (repeat('1', 32), 'demo', 'taken', '2026-01-01', '2026-01-01'),
        (repeat('2', 32), 'demo', 'held', '2026-01-02', NULL),
        (repeat('3', 32), 'demo', 'released', '2026-01-03', '2026-01-03'),
        (repeat('4', 32), 'demo', 'taken', '2026-01-04', '2026-01-04');
      INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until, riskscore, result)
      VALUES
        (repeat('5', 32), 'demo', 'BTC', 'Bitcoin', 'b', 'running', false, '2026-01-02', NULL, '2026-01-02', NULL, NULL),
        (repeat('6', 32), 'operator', 'BTC', 'Bitcoin', 'b', 'running', false, '2026-01-02', NULL, '2026-01-02', NULL, NULL),
        (repeat('7', 32), 'operator', 'BTC', 'Bitcoin', 'b', 'running', false, '2026-01-02', NULL, '2026-01-02', NULL, NULL),
        (repeat('1', 32), 'demo', 'BTC', 'Bitcoin', 'a', 'done', true, '2026-01-01', '2026-01-01', '2026-01-01', 5, '{}'),
        (repeat('2', 32), 'demo', 'BTC', 'Bitcoin', 'b', 'running', true, '2026-01-02', NULL, '2026-01-02', NULL, NULL),
        (repeat('3', 32), 'demo', 'BTC', 'Bitcoin', 'a', 'failed', false, '2026-01-03', '2026-01-03', '2026-01-03', NULL, NULL),
        (repeat('4', 32), 'demo', 'BTC', 'Bitcoin', 'a', 'done', true, '2026-01-04', '2026-01-04', '2026-01-04', 4, '{}');
      UPDATE checks SET idempotency_key = 'key ' || left(sub_id, 1) WHERE status <> 'failed'`);
    await migrate(database.url);
  });
  afterAll(async () => {
    await database.drop();
    await rm(before, { recursive: true, force: true });
  });

  it('keeps every balance, and what running checks hold of it', async () => {
    const { rows } = await database.pool.query(
      `SELECT sub, left_checks, held_checks, used_checks FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder
        ORDER BY sub`,
    );
    expect(rows).toEqual([
      { sub: 'demo', left_checks: 6, held_checks: 1, used_checks: 2 },
      { sub: 'empty', left_checks: 0, held_checks: 0, used_checks: 0 },
    ]);
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('leaves one running check of a subject, the one that is paid for, and what its key answers', async () => {
    const { rows } = await database.pool.query(
      `SELECT left(sub_id, 1) AS id, key FROM checks LEFT JOIN check_keys USING (sub_id) WHERE status = 'running' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { id: '2', key: 'key 2' },
      { id: '6', key: 'key 6' },
    ]);
  });

  it('ends what was held as it would have before', async () => {
    await database.pool.query(
      `UPDATE checks SET status = 'failed', charged = false, finished_at = now() WHERE status = 'running'`,
    );
    expect(await ledger.release(database.pool, '2'.repeat(32), new Date())).toBe(true);
    expect(await ledger.stateOf(database.pool, 'demo')).toMatchObject({ checks: 7, used_checks: 2 });
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('numbers the history it has, and finds what came before', async () => {
    const { rows } = await database.pool.query(
      `SELECT left(sub_id, 1) AS id, position, left(previous, 1) AS previous FROM checks WHERE status = 'done' ORDER BY 2`,
    );
    expect(rows).toEqual([
      { id: '1', position: 1, previous: null },
      { id: '4', position: 2, previous: '1' },
    ]);
    expect((await database.pool.query('SELECT * FROM history_ranges')).rows).toEqual([
      { owner: 'demo', first: 1, last: 2 },
    ]);
  });
});
