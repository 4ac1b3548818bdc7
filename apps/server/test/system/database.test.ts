import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/db/index.ts';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();
afterAll(() => database.drop());

describe('a test database', () => {
  it('is a real PostgreSQL 18 with the current schema and checksums on', async () => {
    const { rows } = await database.pool.query(
      "SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('data_checksums') AS checksums, to_regclass('starter_set') IS NOT NULL AS migrated",
    );
    expect(rows).toEqual([{ major: 18, checksums: 'on', migrated: true }]);
  });

  it('speaks UTC in every session', async () => {
    const { rows } = await database.pool.query("SELECT current_setting('TimeZone') AS zone");
    expect(rows).toEqual([{ zone: 'UTC' }]);
  });
});

describe('inTransaction', () => {
  it('keeps what the work wrote when it returns, and nothing when it throws', async () => {
    await inTransaction(database.pool, (client) =>
      client.query("INSERT INTO starter_set (name, version, state) VALUES ('kept', '1', 'done')"),
    );
    const failing = inTransaction(database.pool, async (client) => {
      await client.query("INSERT INTO starter_set (name, version, state) VALUES ('lost', '1', 'done')");
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await database.pool.query('SELECT name FROM starter_set');
    expect(rows).toEqual([{ name: 'kept' }]);
  });
});
