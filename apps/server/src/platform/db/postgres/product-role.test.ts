import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../app/databases/open-database.ts';
import { startJobs } from '../../jobs/jobs.ts';
import { migrate } from '../index.ts';
import { findInstallation } from './binaries.ts';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

const LONG_MS = 120_000;
/** What belongs to another role than the one that asks, but for the system and members of extensions. */
const FOREIGN = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname IN ('public', 'pgboss') AND pg_get_userbyid(c.relowner) <> current_user
  UNION ALL
  SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname IN ('public', 'pgboss') AND pg_get_userbyid(p.proowner) <> current_user
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT t.oid::regtype::text FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE n.nspname IN ('public', 'pgboss') AND pg_get_userbyid(t.typowner) <> current_user
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
     AND NOT EXISTS (SELECT FROM pg_type e JOIN pg_depend d ON d.objid = e.oid AND d.deptype = 'e' WHERE e.oid = t.typelem)`;

describe('the role of the product in its own PostgreSQL', { timeout: LONG_MS }, () => {
  let home: string;
  let dataDir: string;
  let cluster: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'assay-role-'));
    dataDir = path.join(home, 'data');
    cluster = path.join(dataDir, 'postgres');
  });
  afterEach(async () => {
    await stopCluster(cluster);
    await rm(home, { recursive: true, force: true });
  });
  const open = () => openDatabase({ databaseUrl: null, dataDir });

  it('owns its database, is no superuser, and reaches nothing else of the machine', async () => {
    const { pool, url, close } = await open();
    const { rows } = await pool.query(
      'SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([
      {
        rolname: 'assay_product',
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ]);
    for (const statement of [
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "SELECT pg_read_file('postgresql.conf')",
      'SELECT rolpassword FROM pg_authid',
      'ALTER SYSTEM SET fsync = off',
      'ALTER ROLE assay_product SUPERUSER',
      'SET ROLE assay',
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    expect((await pool.query(FOREIGN)).rows).toEqual([]);
    // Nobody but the preparation connected as the superuser, and it has left.
    const others =
      "SELECT usename FROM pg_stat_activity WHERE backend_type = 'client backend' AND usename <> current_user";
    expect((await pool.query(others)).rows).toEqual([]);
    expect(new URL(url).username).toBe('assay_product');
    expect((await stat(path.join(cluster, '.assay-product-password'))).mode & 0o777).toBe(0o600);
    await close();
  });

  it('takes over what an earlier version made as the superuser', async () => {
    await mkdir(dataDir);
    const installation = await findInstallation();
    await initialiseCluster(installation, cluster, { durable: false });
    await startCluster(installation, cluster, { logFile: path.join(dataDir, 'postgres.log') });
    const port = (await readPostmasterFile(cluster))?.port ?? 0;
    const admin = new pg.Client({ connectionString: await clusterUrl(cluster, port, 'postgres') });
    await admin.connect();
    await admin.query('CREATE DATABASE assay');
    await admin.end();
    const former = await clusterUrl(cluster, port, 'assay');
    await migrate(former);
    await (await startJobs(former, { error: (_facts, message) => expect.fail(message) })).stop();
    const writer = new pg.Client({ connectionString: former });
    await writer.connect();
    await writer.query(
      `CREATE TYPE "a kind" AS ENUM ('x'); CREATE DOMAIN a_domain AS text; CREATE TYPE a_pair AS (a int, b int);
       CREATE TABLE "an Odd table" (id bigserial, kind "a kind"); INSERT INTO "an Odd table" (kind) VALUES ('x');
       CREATE SEQUENCE alone; CREATE VIEW a_view AS SELECT 1; CREATE MATERIALIZED VIEW kept AS SELECT 1`,
    );
    await writer.end();
    await stopCluster(cluster);

    // Two at once, as a server and a command may be.
    const [first, second] = await Promise.all([open(), open()]);
    expect((await first.pool.query(FOREIGN)).rows).toEqual([]);
    expect(
      (
        await first.pool.query(
          'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()',
        )
      ).rows,
    ).toEqual([{ owner: 'assay_product' }]);
    expect((await second.pool.query('SELECT id, kind FROM "an Odd table"')).rows).toEqual([{ id: '1', kind: 'x' }]);
    await first.pool.query(
      'ALTER TABLE "an Odd table" ADD COLUMN more int; REFRESH MATERIALIZED VIEW kept; SELECT nextval(\'alone\')',
    );
    await (await startJobs(first.url, { error: (_facts, message) => expect.fail(message) })).stop();
    await Promise.all([first.close(), second.close()]);
  });

  it('gets another password where its own was lost', async () => {
    await (await open()).close();
    await rm(path.join(cluster, '.assay-product-password'));
    const { pool, close } = await open();
    expect((await pool.query('SELECT current_user AS name')).rows).toEqual([{ name: 'assay_product' }]);
    await close();
  });
});
