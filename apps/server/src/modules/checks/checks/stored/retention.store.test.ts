import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeHistory } from '../../../../../test/api/history-rows.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { lockWaits } from '../../../../../test/support/lock-waits.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { ledger } from '../../../money/index.ts';
import { checksPart } from '../../account-parts.store.ts';
import { historyStore } from '../../history/history.store.ts';
import { removeOldListed, removeOldUnlisted } from './retention.store.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const OLD = { before: new Date('2023-11-20T12:00:00Z'), now: NOW };

describe('the removal of old checks', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());

  it('takes no more at once than it is asked to, the oldest of each history first, until none is left', async () => {
    const { pool } = database;
    const made = (owner: string, years: readonly number[]) =>
      years.map((year) => ({ owner, createdAt: `${year}-06-01T12:00:00Z` }));
    const ids = await writeHistory(pool, made('long', [2019, 2020, 2021, 2022, 2026]));
    await writeHistory(pool, made('short', [2020]));
    await pool.query(
      `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until)
       VALUES (repeat('1', 32), 'long', 'BTC', 'Bitcoin', 'x', 'failed', false, '2020-01-01', '2020-01-01', '2020-01-01')`,
    );
    const portion = (from: string) => removeOldListed(pool, { ...OLD, most: 3, from });
    expect(await portion('')).toEqual({ removed: 3, next: 'long' });
    expect(await historyStore.page(pool, 'long', 15, 1)).toMatchObject({
      total: 2,
      rows: [{ subId: ids[4] }, { subId: ids[3] }],
    });
    expect(await portion('long')).toEqual({ removed: 2, next: 'short' });
    expect(await portion('short')).toEqual({ removed: 0, next: null });
    expect(await removeOldUnlisted(pool, { ...OLD, most: 3 })).toBe(1);
    expect(await removeOldUnlisted(pool, { ...OLD, most: 3 })).toBe(0);
    expect(await historyStore.page(pool, 'long', 15, 1)).toMatchObject({ total: 1, rows: [{ subId: ids[4] }] });
    expect((await historyStore.page(pool, 'short', 15, 1)).total).toBe(0);
  });

  it('shares a portion between owners and leaves each history without gaps', async () => {
    const { pool } = database;
    const owners = ['a', 'b', 'c'];
    for (const owner of owners) {
      await writeHistory(
        pool,
        [2020, 2021, 2026].map((year) => ({ owner, createdAt: `${year}-06-01T12:00:00Z` })),
      );
    }
    const counts = async () => {
      const pages = await Promise.all(owners.map((owner) => historyStore.page(pool, owner, 15, 1)));
      return pages.map(({ rows, total }) => [rows.length, total]);
    };
    expect(await removeOldListed(pool, { ...OLD, most: 3, from: '' })).toEqual({ removed: 3, next: 'b' });
    expect(await counts()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(await removeOldListed(pool, { ...OLD, most: 4, from: 'b' })).toEqual({ removed: 3, next: 'c' });
    expect(await counts()).toEqual(owners.map(() => [1, 1]));
  });

  it('takes few owners at once, and goes on after them', async () => {
    const { pool } = database;
    const owners = Array.from({ length: 25 }, (_, n) => `owner ${String(n).padStart(2, '0')}`);
    await writeHistory(
      pool,
      owners.map((owner) => ({ owner, createdAt: '2020-06-01T12:00:00Z' })),
    );
    const portion = (from: string) => removeOldListed(pool, { ...OLD, most: 1_000, from });
    expect(await portion('')).toEqual({ removed: 20, next: 'owner 19' });
    expect(await portion('owner 19')).toEqual({ removed: 5, next: 'owner 24' });
    expect(await portion('owner 24')).toEqual({ removed: 0, next: null });
  });

  it('leaves checks of no history that somebody has locked for the next time', async () => {
    const { pool } = database;
    await pool.query(
      `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until)
       SELECT repeat(n::text, 32), 'long', 'BTC', 'Bitcoin', 'x', 'failed', false, '2020-01-01', '2020-01-01', '2020-01-01'
         FROM generate_series(1, 2) n`,
    );
    await inTransaction(pool, async (tx) => {
      await tx.query("SELECT FROM checks WHERE sub_id = repeat('1', 32) FOR UPDATE");
      expect(await removeOldUnlisted(pool, { ...OLD, most: 3 })).toBe(1);
    });
    expect(await removeOldUnlisted(pool, { ...OLD, most: 3 })).toBe(1);
  });

  it('runs beside the erasure of an account that has begun, and finds nothing left of it', async () => {
    const { pool } = database;
    const made = ['2020-06-01', '2026-06-01'].map((day) => ({ owner: 'gone', createdAt: `${day}T12:00:00Z` }));
    const [old, young] = await writeHistory(pool, made);
    await pool.query('UPDATE checks SET revoked_at = now() WHERE sub_id = $1', [old]);
    const begun: Promise<unknown>[] = [];
    await inTransaction(pool, async (tx) => {
      const waits = async (count: number) => {
        await expect.poll(() => lockWaits(tx), { timeout: 10_000 }).toBe(count);
      };
      // The erasure waits here, once it has the check that is too old.
      await tx.query('SELECT FROM checks WHERE sub_id = $1 FOR UPDATE', [young]);
      begun.push(inTransaction(pool, (other) => checksPart(ledger).erase(other, 'gone', NOW)));
      await waits(1);
      begun.push(removeOldListed(pool, { ...OLD, most: 3, from: '' }));
      await waits(2);
    });
    expect(await Promise.all(begun)).toEqual([undefined, { removed: 0, next: 'gone' }]);
    const { rows } = await pool.query('SELECT sub_id AS id, owner FROM checks');
    expect(rows).toEqual([{ id: young, owner: 'deleted' }]);
  });
});
