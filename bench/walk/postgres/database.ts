import path from 'node:path';
import pg from 'pg';
import { migrate, openPool } from '../../../apps/server/src/platform/db/index.ts';
import { clusterUrl } from '../../../apps/server/src/platform/db/postgres/cluster.ts';
import { openEmbedded } from '../../../apps/server/src/platform/db/postgres/embedded.ts';
import { readPostmasterFile } from '../../../apps/server/src/platform/db/postgres/postmaster-file.ts';
import { PRODUCT_ROLE } from '../../../apps/server/src/platform/db/postgres/product-role.ts';
import { benchFolder } from '../folder.ts';

export interface BenchDatabase {
  readonly pool: ReturnType<typeof openPool>;
  /** As the product opens connections for checks: statements that need no answer of each other go together. */
  readonly pipelined: ReturnType<typeof openPool>;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * A database for one graph: on the server that DATABASE_URL names, else on a PostgreSQL of the product's own kind in the
 * bench folder, where the product's role owns it and the benchmark works as that role.
 */
export async function openBenchDatabase(name: string): Promise<BenchDatabase> {
  const { DATABASE_URL: given } = process.env;
  if (given !== undefined) {
    await createDatabase(given, name);
    return await openOn(given, name, async () => undefined);
  }
  const folder = benchFolder('postgres');
  const embedded = await openEmbedded(folder);
  try {
    // The product's role may not create a database.
    await createDatabase(await superuserUrl(path.join(folder, 'postgres')), name, PRODUCT_ROLE);
    return await openOn(embedded.url, name, embedded.close);
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function superuserUrl(cluster: string): Promise<string> {
  const port = (await readPostmasterFile(cluster))?.port ?? null;
  if (port === null) throw new Error('The PostgreSQL of the benchmark does not say its port');
  return await clusterUrl(cluster, port, 'postgres');
}

async function createDatabase(url: string, name: string, owner?: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [name],
    );
    const found = rows[0]?.owner;
    if (found !== undefined && (owner === undefined || found === owner)) return;
    // Of a run before the product had a role of its own; the benchmark fills it again.
    if (found !== undefined) await admin.query(`DROP DATABASE ${name}`);
    await admin.query(`CREATE DATABASE ${name}${owner === undefined ? '' : ` OWNER ${owner}`}`);
  } finally {
    await admin.end();
  }
}

async function openOn(server: string, name: string, close: () => Promise<void>): Promise<BenchDatabase> {
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const pool = openPool(url.href, { maxConnections: 4 });
  const pipelined = openPool(url.href, { maxConnections: 8, pipeline: true });
  return {
    pool,
    pipelined,
    url: url.href,
    close: async () => {
      await Promise.all([pool.end(), pipelined.end()]);
      await close();
    },
  };
}
