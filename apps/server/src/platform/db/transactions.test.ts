import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { inSnapshot, inTransaction, type PoolClient } from './index.ts';

describe('inSnapshot', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query('CREATE TABLE fact (value integer NOT NULL)');
  });
  beforeEach(() => database.pool.query('TRUNCATE fact'));
  afterAll(() => database.drop());

  async function countIn(client: PoolClient): Promise<number> {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM fact');
    return rows[0]?.count ?? -1;
  }

  it('answers every read as it answered the first, whatever others commit meanwhile', async () => {
    const counts = await inSnapshot(database.pool, async (client) => {
      const first = await countIn(client);
      await inTransaction(database.pool, (other) => other.query('INSERT INTO fact VALUES (1), (2)'));
      return [first, await countIn(client)];
    });
    expect(counts).toEqual([0, 0]);
    expect(await inSnapshot(database.pool, countIn)).toBe(2);
  });

  it('writes nothing', async () => {
    const writing = inSnapshot(database.pool, (client) => client.query('INSERT INTO fact VALUES (1)'));
    await expect(writing).rejects.toThrow('read-only transaction');
    expect(await inSnapshot(database.pool, countIn)).toBe(0);
  });

  it('gives its connection back when its work fails', async () => {
    const { pool } = database;
    for (let at = 0; at < (pool.options.max ?? 0) + 1; at += 1) {
      const failing = inSnapshot(pool, async () => {
        throw new Error('broken on purpose');
      });
      await expect(failing).rejects.toThrow('broken on purpose');
    }
    expect(pool.idleCount).toBe(pool.totalCount);
    expect(await inTransaction(pool, countIn)).toBe(0);
  });
});
