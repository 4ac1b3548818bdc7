import pg from 'pg';
import { openEmbedded } from '../../../apps/server/src/adapters/postgres/embedded.ts';
import { migrate, openPool, type Pool } from '../../../apps/server/src/db/index.ts';
import { benchFolder } from '../folder.ts';

export interface BenchDatabase {
  readonly pool: Pool;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A database for one graph on the product's own PostgreSQL in the bench folder, or on the one DATABASE_URL names. */
export async function openBenchDatabase(name: string): Promise<BenchDatabase> {
  const { DATABASE_URL: given } = process.env;
  const embedded = given === undefined ? await openEmbedded(benchFolder('postgres')) : null;
  const base = given ?? embedded?.url ?? '';
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  const known = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (known.rowCount === 0) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(base);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const pool = openPool(url.href, { maxConnections: 4 });
  return {
    pool,
    url: url.href,
    close: async () => {
      await pool.end();
      await embedded?.close();
    },
  };
}
