import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { CLUSTER_LOCKS } from '../advisory-locks.ts';
import { TENANT_ROLE } from '../index.ts';
import type { Connection } from '../rows.ts';

/** The role that the product works with: it owns its database and nothing else, and is no superuser. */
export const PRODUCT_ROLE = 'assay_product';
export const PRODUCT_DATABASE = 'assay';
const PASSWORD_FILE = '.assay-product-password';

/**
 * Makes role and database where they are missing, and hands over what an earlier version made as the superuser.
 *
 * @param dir data folder of the cluster; the role's password is kept in it
 * @param adminUrl maintenance database, as the superuser
 * @param client a session there; until it ends, no other process prepares the role
 * @returns addresses as the product's role: of its database, and of the maintenance database
 */
export async function prepareProductRole(
  dir: string,
  adminUrl: string,
  client: Connection,
): Promise<{ readonly url: string; readonly maintenanceUrl: string }> {
  // PostgreSQL frees the lock when a process dies.
  await client.query('SELECT pg_advisory_lock($1, $2)', [...CLUSTER_LOCKS.productRole]);
  const password = await prepareRole(client, dir);
  await prepareTenantRole(client);
  const owner = await databaseOwner(client);
  if (owner === null) await client.query(`CREATE DATABASE ${PRODUCT_DATABASE} OWNER ${PRODUCT_ROLE}`);
  else {
    await withClient(addressOf(adminUrl, PRODUCT_DATABASE), (own) => own.query(HAND_OVER));
    if (owner !== PRODUCT_ROLE) await client.query(`ALTER DATABASE ${PRODUCT_DATABASE} OWNER TO ${PRODUCT_ROLE}`);
  }
  const asProduct = new URL(adminUrl);
  asProduct.username = PRODUCT_ROLE;
  asProduct.password = password;
  return { url: addressOf(asProduct.href, PRODUCT_DATABASE), maintenanceUrl: asProduct.href };
}

/** The product's database of a cluster that runs, as the product's role; null where nothing made that role yet. */
export async function productUrlOf(dir: string, port: number): Promise<string | null> {
  const password = await readKept(path.join(dir, PASSWORD_FILE));
  if (password === null) return null;
  return `postgres://${PRODUCT_ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${PRODUCT_DATABASE}`;
}

/** The role with a password that is kept; a password that was lost is replaced. */
async function prepareRole(client: Connection, dir: string): Promise<string> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [PRODUCT_ROLE]);
  const kept = await readKept(path.join(dir, PASSWORD_FILE));
  if (kept !== null && rowCount !== 0) return kept;
  const password = kept ?? randomBytes(24).toString('base64url');
  const literal = client.escapeLiteral(password);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${PRODUCT_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD ${literal}`,
  );
  // Written last: after a crash in between the role gets another password, and nothing is left that does not fit.
  if (kept === null) await keep(dir, password);
  return password;
}

/** The role that requests work under (db/scoped-pool.ts), which the product's role may enter and may not make. */
async function prepareTenantRole(client: Connection): Promise<void> {
  const { rows } = await client.query(
    `SELECT r.oid IS NOT NULL AS exists, m.member IS NOT NULL AS granted
       FROM (SELECT) one LEFT JOIN pg_roles r ON r.rolname = $1
       LEFT JOIN pg_auth_members m ON m.roleid = r.oid AND m.member = $2::regrole`,
    [TENANT_ROLE, PRODUCT_ROLE],
  );
  if (rows[0]?.exists !== true) {
    await client.query(
      `CREATE ROLE ${TENANT_ROLE} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS`,
    );
  }
  if (rows[0]?.granted !== true) await client.query(`GRANT ${TENANT_ROLE} TO ${PRODUCT_ROLE}`);
}

async function readKept(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function keep(dir: string, password: string): Promise<void> {
  const file = path.join(dir, PASSWORD_FILE);
  await writeFile(`${file}.new`, password, { mode: 0o600 });
  // Under root everything in the folder belongs to the account that PostgreSQL runs as.
  const { uid, gid } = await stat(dir);
  if (process.getuid?.() === 0) await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
}

async function databaseOwner(client: Connection): Promise<string | null> {
  const { rows } = await client.query('SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1', [
    PRODUCT_DATABASE,
  ]);
  return rows[0]?.owner ?? null;
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function withClient<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client: Connection = new pg.Client({ connectionString: url, application_name: 'assay preparation' });
  // A connection that breaks fails the query that is under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Everything of the database that belongs to another role, but for the system's own, members of extensions, and
 * sequences of columns, which go with their table. REASSIGN OWNED refuses the first superuser of a cluster. A block is
 * one transaction: all of it or nothing.
 */
const HAND_OVER = `
DO $$
DECLARE
  entry record;
  product constant oid := '${PRODUCT_ROLE}'::regrole;
BEGIN
  FOR entry IN
    WITH own_schema AS (
      SELECT oid, nspname, nspowner FROM pg_namespace
       WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), member AS (
      SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
    )
    SELECT format('ALTER SCHEMA %I OWNER TO ${PRODUCT_ROLE}', nspname) AS statement
      FROM own_schema WHERE nspowner <> product AND nspname <> 'public'
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO ${PRODUCT_ROLE}',
                  CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                               ELSE 'TABLE' END, c.oid::regclass)
      FROM pg_class c JOIN own_schema n ON n.oid = c.relnamespace
     WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner <> product
       AND NOT EXISTS (SELECT FROM pg_depend d
                        WHERE relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))
       AND NOT EXISTS (SELECT FROM member m WHERE m.classid = 'pg_class'::regclass AND m.objid = c.oid)
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${PRODUCT_ROLE}', p.oid::regprocedure)
      FROM pg_proc p JOIN own_schema n ON n.oid = p.pronamespace
     WHERE proowner <> product
       AND NOT EXISTS (SELECT FROM member m WHERE m.classid = 'pg_proc'::regclass AND m.objid = p.oid)
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${PRODUCT_ROLE}', t.oid::regtype)
      FROM pg_type t JOIN own_schema n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
     WHERE typowner <> product AND (typtype IN ('e', 'd', 'r') OR (typtype = 'c' AND c.relkind = 'c'))
       AND NOT EXISTS (SELECT FROM member m WHERE m.classid = 'pg_type'::regclass AND m.objid = t.oid)
  LOOP
    EXECUTE entry.statement;
  END LOOP;
END $$`;
