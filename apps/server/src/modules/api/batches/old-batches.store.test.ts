import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { removeOldBatches } from './old-batches.store.ts';

const OWNER = 'f'.repeat(32);
const OLD = { unaccepted: new Date('2026-11-18T12:00:00Z'), ended: new Date('2026-08-22T12:00:00Z'), most: 1_000 };

describe('the removal of old batches', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES ('${OWNER}', 'f@firm.example', 'f');
       INSERT INTO batches (id, workspace, mode, metadata, status, created_at, ended_at)
       SELECT 'bat_' || repeat(n::text, 20), '${OWNER}', 'live', '{}', status, created::timestamptz, ended::timestamptz
         FROM (VALUES (1, 'completed', '2026-01-01', '2026-01-01'), (2, 'open', '2026-11-01', NULL),
                      (3, 'completed', '2026-11-01', '2026-11-01'), (4, 'open', '2026-11-20', NULL))
              AS made (n, status, created, ended);
       INSERT INTO batch_rows (batch, upload, number, line, ticker, parent, address)
       SELECT id, '00000000-0000-4000-8000-000000000000', n, n, 'BTC', '', n::text FROM batches, generate_series(1, 1400) n;
       INSERT INTO batch_subjects (batch, mode, ticker, parent, address, number, row_count)
       SELECT batch, 'live', ticker, parent, address, number, 1 FROM batch_rows`,
    );
  });
  afterAll(() => database.drop());

  async function stored(): Promise<unknown[][]> {
    const { rows } = await database.pool.query<Record<'id' | 'status' | 'rows' | 'subjects', string | number>>(
      `SELECT id, status, (SELECT count(*)::integer FROM batch_rows WHERE batch = b.id) AS rows,
              (SELECT count(*)::integer FROM batch_subjects WHERE batch = b.id) AS subjects FROM batches b ORDER BY id`,
    );
    return rows.map(({ id, status, rows: all, subjects }) => [String(id).at(-1), status, all, subjects]);
  }

  it('takes no more rows at once than it is asked to, hides what it has begun, and leaves what is young', async () => {
    const remove = () => inTransaction(database.pool, (tx) => removeOldBatches(tx, OLD));
    const young = [
      ['3', 'completed', 1400, 1400],
      ['4', 'open', 1400, 1400],
    ];
    expect(await remove()).toBe(true);
    expect(await stored()).toEqual([['1', 'receiving', 400, 400], ['2', 'open', 1400, 1400], ...young]);
    expect(await remove()).toBe(true);
    expect(await stored()).toEqual([['2', 'receiving', 800, 800], ...young]);
    expect(await remove()).toBe(true);
    expect(await stored()).toEqual(young);
    expect(await remove()).toBe(false);
  });
});
