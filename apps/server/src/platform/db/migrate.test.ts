import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { migrate, NewerSchemaError, orderMigrations } from './migrate.ts';

const database = await testDatabase();
const dir = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

describe('orderMigrations', () => {
  it('sorts by number', () => {
    expect(orderMigrations(['0020_b.sql', '0003_a.sql'])).toEqual(['0003_a.sql', '0020_b.sql']);
  });

  it('refuses two files with one number, and a name it does not understand', () => {
    expect(() => orderMigrations(['0001_a.sql', '0001_b.sql'])).toThrow('share number 0001');
    expect(() => orderMigrations(['1_a.sql'])).toThrow("Migration '1_a.sql' must be named");
    expect(() => orderMigrations(['0001_A.sql'])).toThrow('must be named');
  });
});

describe('migrate', () => {
  it('finds nothing to do the second time', async () => {
    expect(await migrate(database.url)).toEqual([]);
  });

  it('leaves the schema as it was when one of several migrations fails, and runs them all once mended', async () => {
    const fresh = await testDatabase();
    try {
      await fresh.pool.query('DROP TABLE schema_migration');
      await writeFile(path.join(dir, '9001_good.sql'), 'CREATE TABLE good (id int);');
      await writeFile(path.join(dir, '9002_bad.sql'), 'CREATE TABLE bad (id nonsense);');
      await expect(migrate(fresh.url, dir)).rejects.toThrow('A migration failed: type "nonsense" does not exist');
      const { rows } = await fresh.pool.query("SELECT to_regclass('good') AS good");
      expect(rows).toEqual([{ good: null }]);

      await writeFile(path.join(dir, '9002_bad.sql'), 'CREATE TABLE bad (id int);');
      expect(await migrate(fresh.url, dir)).toEqual(['9001_good', '9002_bad']);
    } finally {
      await fresh.drop();
    }
  });

  it('takes a file of a lower number that came later', async () => {
    await writeFile(path.join(dir, '9000_late.sql'), 'CREATE TABLE late (id int);');
    const fresh = await testDatabase();
    try {
      await fresh.pool.query('DELETE FROM schema_migration');
      await fresh.pool.query(
        "INSERT INTO schema_migration (name, run_on) VALUES ('9001_good', now()), ('9002_bad', now())",
      );
      expect(await migrate(fresh.url, dir)).toEqual(['9000_late']);
    } finally {
      await fresh.drop();
    }
  });

  it('refuses a database that a newer version has migrated, and changes nothing', async () => {
    const fresh = await testDatabase();
    try {
      await fresh.pool.query("INSERT INTO schema_migration (name, run_on) VALUES ('9100_newer', now())");
      const refused = migrate(fresh.url);
      await expect(refused).rejects.toThrow(NewerSchemaError);
      await expect(refused).rejects.toThrow(/newer version of Assay: 9100_newer\. This version, \d+\.\d+\.\d+, knows/);
      // Nor does it run what it has and the database lacks.
      await fresh.pool.query("DELETE FROM schema_migration WHERE name = '0001_starter_set'");
      await expect(migrate(fresh.url)).rejects.toThrow(NewerSchemaError);
    } finally {
      await fresh.drop();
    }
  });

  it('lets several processes migrate at once: one does the work, the others wait for it', async () => {
    const fresh = await testDatabase();
    try {
      await fresh.pool.query('DROP TABLE schema_migration');
      const ran = await Promise.all([migrate(fresh.url, dir), migrate(fresh.url, dir), migrate(fresh.url, dir)]);
      expect(ran.flat().toSorted()).toEqual(['9000_late', '9001_good', '9002_bad']);
    } finally {
      await fresh.drop();
    }
  });
});
