import path from 'node:path';
import { migrate, migrateTo, openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { migrationFiles } from '../../apps/server/src/platform/db/migrate.ts';
import { startProduct } from '../../apps/server/test/support/product.ts';
import { sized } from '../size.ts';
import { auditBooks, numberOf } from './books.ts';
import { openCluster } from './cluster.ts';
import { type DrillRun, seconds } from './drill.ts';
import { openServer, SERVER_SETTINGS } from './installation.ts';

const OWNERS = sized(2_000, 50);
const CHECKS = sized(50_000, 1_000);
/** The first schema that had balances and checks, before the ledger. */
const FIRST_SET_ENDS_BEFORE = '0032';
const NEWER = '9999_newer';

/**
 * A database with the schema of the first migrations, filled, is brought to the newest one: nothing of it is lost, and
 * the server works on it. One with a schema of a newer version is refused and left alone.
 */
export async function upgrades(run: DrillRun): Promise<string> {
  const cluster = await openCluster(path.join(run.dir, 'cluster'));
  const pool = openPool(cluster.databaseUrl, { maxConnections: 2 });
  try {
    const names = (await migrationFiles()).map((file) => file.replace(/\.sql$/, ''));
    const first = names.filter((name) => name < FIRST_SET_ENDS_BEFORE);
    await migrateTo(cluster.databaseUrl, first);
    await fill(pool, run);
    const before = await oldBooks(pool);
    const startedAt = performance.now();
    const ran = await migrate(cluster.databaseUrl);
    const took = performance.now() - startedAt;
    const after = await newBooks(pool);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      run.fault(`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
    }
    const env = { ...SERVER_SETTINGS, DATABASE_URL: cluster.databaseUrl };
    const server = await openServer({ dataDir: path.join(run.dir, 'data'), env });
    const ready = await fetch(`${server.url}/readyz`);
    if (ready.status !== 200) run.fault(`/readyz answers ${ready.status} on the migrated database`);
    const books = await auditBooks(run, cluster.databaseUrl);
    await server.stop();
    await refuseNewer(run, pool, env);
    return `${CHECKS.toLocaleString('en-US')} checks of ${OWNERS.toLocaleString('en-US')} owners from ${first.at(-1)} over ${ran.length} migrations in ${seconds(took)}: left, reserved, taken and results as before; ${books}; a newer schema is refused`;
  } finally {
    await pool.end();
    await cluster.close();
  }
}

/** Each owner has some left; a few checks still run, as on a server that was stopped for the upgrade. */
async function fill(pool: Pool, { random }: DrillRun): Promise<void> {
  await pool.query(`SELECT setseed($1)`, [random.next()]);
  await pool.query(
    `INSERT INTO balances SELECT 'owner ' || n, floor(random() * 20)::integer FROM generate_series(1, $1::integer) AS n`,
    [OWNERS],
  );
  await pool.query(
    `CREATE TEMPORARY TABLE drawn AS
     SELECT md5('drill ' || n) AS id, 'owner ' || (1 + n % $2::integer) AS owner, 'address ' || n AS address,
            timestamptz '2026-01-01' + n * interval '1 second' AS time, random() AS fate
       FROM generate_series(1, $1::integer) AS n`,
    [CHECKS, OWNERS],
  );
  await pool.query(
    `INSERT INTO reservations
     SELECT id, owner, CASE WHEN fate < 0.01 THEN 'held' WHEN fate < 0.1 THEN 'released' ELSE 'taken' END, time,
            CASE WHEN fate < 0.01 THEN NULL ELSE time END FROM drawn`,
  );
  await pool.query(
    `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until,
                         riskscore, result)
     SELECT id, owner, 'BTC', 'Bitcoin', address,
            CASE WHEN fate < 0.01 THEN 'running' WHEN fate < 0.1 THEN 'failed' ELSE 'done' END,
            fate < 0.01 OR fate >= 0.1, time, CASE WHEN fate < 0.01 THEN NULL ELSE time END, time,
            CASE WHEN fate >= 0.1 THEN 1 + floor(fate * 5)::smallint END, CASE WHEN fate >= 0.1 THEN '{}' END
       FROM drawn`,
  );
}

interface Sums {
  readonly left: number;
  readonly held: number;
  readonly taken: number;
  readonly results: number;
  readonly stars: number;
}

const RESULTS = `SELECT count(*)::integer AS n FROM checks WHERE status = 'done'`;
const STARS = `SELECT sum(riskscore)::integer AS n FROM checks WHERE status = 'done'`;

async function oldBooks(pool: Pool): Promise<Sums> {
  const inState = (state: string) =>
    numberOf(pool, 'SELECT count(*)::integer AS n FROM reservations WHERE state = $1', [state]);
  return {
    left: await numberOf(pool, 'SELECT sum(checks)::integer AS n FROM balances'),
    held: await inState('held'),
    taken: await inState('taken'),
    results: await numberOf(pool, RESULTS),
    stars: await numberOf(pool, STARS),
  };
}

async function newBooks(pool: Pool): Promise<Sums> {
  const sum = (column: string) => numberOf(pool, `SELECT sum(${column})::integer AS n FROM ledger_tariffs`);
  return {
    left: await sum('left_checks'),
    held: await sum('held_checks'),
    taken: await sum('used_checks'),
    results: await numberOf(pool, RESULTS),
    stars: await numberOf(pool, STARS),
  };
}

async function refuseNewer(run: DrillRun, pool: Pool, env: Readonly<Record<string, string>>): Promise<void> {
  await pool.query('INSERT INTO schema_migration (name, run_on) VALUES ($1, now())', [NEWER]);
  const before = await newBooks(pool);
  const product = startProduct({ dataDir: path.join(run.dir, 'newer'), env });
  const code = await product.exited;
  if (code !== 3) run.fault(`a newer schema ended the server with ${code}`);
  if (!product.said().includes(`newer version of Assay: ${NEWER}`))
    run.fault(`it says ${product.said().slice(0, 300)}`);
  if (JSON.stringify(await newBooks(pool)) !== JSON.stringify(before)) run.fault('the refused start changed the books');
}
