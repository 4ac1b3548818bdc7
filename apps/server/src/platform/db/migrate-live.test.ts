import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { MigrationError, migrate } from './migrate.ts';

/** Only a request that waits behind the migration takes so long. */
const REQUEST_WITHIN = '10s';
const IS_MIGRATION = "application_name = 'assay migrations' AND datname = current_database()";

describe('a migration while servers of the version before answer requests', () => {
  let database: TestDatabase;
  let dir: string;
  let client: pg.Client;

  beforeEach(async () => {
    database = await testDatabase();
    dir = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
    await database.pool.query('CREATE TABLE busy (id int PRIMARY KEY, note text)');
    await database.pool.query('TRUNCATE schema_migration');
    await add('0001_former.sql', 'SELECT 1;');
    await database.pool.query("INSERT INTO schema_migration (name, run_on) VALUES ('0001_former', now())");
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
    await rm(dir, { recursive: true, force: true });
  });

  const add = (name: string, text: string) => writeFile(path.join(dir, name), text);

  /** Writes a row in a transaction that stays open until the end that is returned. */
  async function openWrite(id: number): Promise<() => Promise<void>> {
    await client.query('BEGIN');
    await client.query('INSERT INTO busy VALUES ($1)', [id]);
    return async () => void (await client.query('COMMIT'));
  }

  /** Writes a row as a request does, which must not wait for long. */
  async function request(id: number): Promise<void> {
    const { pool } = database;
    const one = await pool.connect();
    try {
      await one.query(`SET statement_timeout = '${REQUEST_WITHIN}'`);
      await one.query('INSERT INTO busy VALUES ($1)', [id]);
    } finally {
      one.release(true);
    }
  }

  async function untilMigrationWaits(): Promise<void> {
    for (;;) {
      const { rowCount } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE ${IS_MIGRATION} AND wait_event_type = 'Lock'`,
      );
      if (rowCount === 1) return;
      await sleep(5);
    }
  }

  it('lets requests pass while it waits for a lock, and runs once it gets it', async () => {
    await add('0002_column.sql', 'ALTER TABLE busy ADD COLUMN more text;');
    const endWrite = await openWrite(1);
    const migrating = migrate(database.url, dir);
    for (const id of [2, 3, 4]) {
      await untilMigrationWaits();
      await request(id);
    }
    await endWrite();
    expect(await migrating).toEqual(['0002_column']);
    const { rows } = await database.pool.query('SELECT count(*)::int AS n, count(more)::int AS more FROM busy');
    expect(rows).toEqual([{ n: 4, more: 0 }]);
  });

  it('gives way in a deadlock, so that the request is answered', async () => {
    await database.pool.query('CREATE TABLE other (id int)');
    await add('0002_both.sql', 'ALTER TABLE other ADD COLUMN more text; ALTER TABLE busy ADD COLUMN more text;');
    const endWrite = await openWrite(1);
    const migrating = migrate(database.url, dir);
    await untilMigrationWaits();
    // Now it holds the one table and waits for the other, which this transaction holds.
    await client.query('INSERT INTO other VALUES (1)');
    await endWrite();
    expect(await migrating).toEqual(['0002_both']);
  });

  it('keeps no lock of a migration that is done while the next one waits', async () => {
    await add('0002_other.sql', 'CREATE TABLE other (id int); ALTER TABLE free ADD COLUMN more text;');
    await add('0003_busy.sql', 'ALTER TABLE busy ADD COLUMN more text;');
    await database.pool.query('CREATE TABLE free (id int)');
    const endWrite = await openWrite(1);
    const migrating = migrate(database.url, dir);
    await untilMigrationWaits();
    await database.pool.query("SET lock_timeout = '100ms'; INSERT INTO free VALUES (1); RESET lock_timeout");
    await endWrite();
    expect(await migrating).toEqual(['0002_other', '0003_busy']);
  });

  it('builds an index of a table that is written all the time while rows are written', async () => {
    await add('0002_index.sql', '-- Concurrently: busy.\nCREATE INDEX busy_by_note ON busy (note);\n');
    const endWrite = await openWrite(1);
    const migrating = migrate(database.url, dir);
    await untilMigrationWaits();
    await request(2);
    await endWrite();
    expect(await migrating).toEqual(['0002_index']);
    expect(await migrate(database.url, dir)).toEqual([]);
    expect(await isValid('busy_by_note')).toBe(true);
  });

  it('builds a unique index of some rows while rows are written', async () => {
    await add(
      '0002_index.sql',
      '-- Concurrently: busy.\nCREATE UNIQUE INDEX busy_once ON busy (id, note) WHERE note IS NOT NULL;\n',
    );
    const endWrite = await openWrite(1);
    const migrating = migrate(database.url, dir);
    await untilMigrationWaits();
    await request(2);
    await endWrite();
    expect(await migrating).toEqual(['0002_index']);
    const { rows } = await database.pool.query("SELECT indexdef FROM pg_indexes WHERE indexname = 'busy_once'");
    expect(rows).toEqual([{ indexdef: expect.stringMatching(/^CREATE UNIQUE INDEX .* WHERE \(note IS NOT NULL\)$/) }]);
  });

  it('builds an index again that a stopped attempt left half built', async () => {
    await add('0002_index.sql', '-- Concurrently: busy.\nCREATE INDEX busy_by_note ON busy (note);\n');
    const endWrite = await openWrite(1);
    const stopped = migrate(database.url, dir);
    await untilMigrationWaits();
    const refused = stopped.catch((error: unknown) => error);
    await database.pool.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${IS_MIGRATION}`);
    expect(await refused).toBeInstanceOf(MigrationError);
    await endWrite();
    expect(await isValid('busy_by_note')).toBe(false);
    expect(await migrate(database.url, dir)).toEqual(['0002_index']);
    expect(await isValid('busy_by_note')).toBe(true);
  });

  it('runs what is marked to be built apart after all else, and refuses what is more than indexes', async () => {
    await add('0002_index.sql', '-- Concurrently: busy.\nCREATE INDEX late_by_id ON late (id);\n');
    await add('0003_table.sql', 'CREATE TABLE late (id int);');
    expect(await migrate(database.url, dir)).toEqual(['0003_table', '0002_index']);
    await add('0004_more.sql', '-- Concurrently: busy.\nDELETE FROM busy;\n');
    await expect(migrate(database.url, dir)).rejects.toThrow("is marked 'Concurrently', and does more");
  });

  async function isValid(index: string): Promise<boolean | undefined> {
    const { rows } = await database.pool.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index],
    );
    return rows[0]?.valid;
  }
});
