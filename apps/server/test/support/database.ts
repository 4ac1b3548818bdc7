import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../../src/platform/db/index.ts';

export interface TestDatabase {
  readonly pool: ReturnType<typeof openPool>;
  readonly url: string;
  /** Ends the pool and removes the database. */
  readonly drop: () => Promise<void>;
}

/**
 * A fresh database with the current schema, cloned from the run's template: as files, since logging each page takes
 * three times as long.
 *
 * @example
 * const database = await testDatabase();
 * afterAll(() => database.drop());
 */
export function testDatabase(): Promise<TestDatabase> {
  return createDatabase('TEMPLATE assay_template STRATEGY file_copy');
}

/** A copy of a database whose pool has ended: PostgreSQL copies none that somebody is connected to. */
export function copyOfDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${new URL(url).pathname.slice(1)} STRATEGY file_copy`);
}

/** A fresh database without a schema. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name} ${from}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = openPool(url.href, { maxConnections: 5 });
  return {
    pool,
    url: url.href,
    drop: async () => {
      if (!pool.ending) await pool.end();
      await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

let admin: pg.Pool | undefined;

/** By one connection of the worker: its files make and remove hundreds of databases. */
async function runAsAdmin(url: string, statement: string): Promise<void> {
  if (admin === undefined) {
    admin = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The server may end before the worker; a statement that needs the connection fails by itself.
    admin.on('error', () => undefined);
  }
  await admin.query(statement);
}
