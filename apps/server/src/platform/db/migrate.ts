import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT_VERSION } from '../kernel/product-version.ts';
import { buildIndexes, isBuiltApart } from './build-indexes.ts';
import { betweenRequests, takeTurn } from './migrate-live.ts';
import { DatabaseClient } from './primary.ts';
import type { Connection, Queries } from './rows.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The database was migrated by a newer version of the product: this one would read and write it wrongly. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** Names of the migration files in order; throws when a name or a number is not usable. */
export function orderMigrations(fileNames: readonly string[]): string[] {
  const byNumber = new Map<string, string>();
  for (const fileName of fileNames) {
    const number = FILE_NAME.exec(fileName)?.[1];
    if (number === undefined) {
      throw new MigrationError(`Migration '${fileName}' must be named NNNN_name.sql, four digits and lower case`);
    }
    const other = byNumber.get(number);
    if (other !== undefined) throw new MigrationError(`Migrations '${other}' and '${fileName}' share number ${number}`);
    byNumber.set(number, fileName);
  }
  return [...byNumber.values()].sort();
}

/** File names of the migrations of this version, in order. */
export async function migrationFiles(dir: string = MIGRATIONS_DIR): Promise<readonly string[]> {
  return orderMigrations((await readdir(dir)).filter((name) => !name.startsWith('.')));
}

/**
 * Brings the database up to the newest schema and returns the names of the migrations it ran.
 *
 * An empty database gets all of them in one transaction. In one that is in use each has its own, so that none keeps the
 * locks of those before it: a failure leaves what came before, with which the version before works on. No request waits
 * behind a migration that waits for another one, and an index of a table that is large is built after the others, while
 * rows are written.
 *
 * @throws NewerSchemaError when migrations ran there that this version does not have; nothing is changed
 * @throws MigrationError when one fails
 */
export async function migrate(databaseUrl: string, dir: string = MIGRATIONS_DIR): Promise<string[]> {
  const files = await migrationFiles(dir);
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'assay migrations' });
  await client.connect();
  try {
    // Most starts: nothing is left to do, so loading and locking are skipped.
    if ((await pendingOf(client, files)).length === 0) return [];
    await takeTurn(client);
    const pending = await pendingOf(client, files);
    if (pending.length === 0) return [];
    if ((await appliedMigrations(client)).size === 0) return await runNext(client, dir, { files: pending.length });
    const apart = await filesBuiltApart(dir, pending);
    const ran: string[] = [];
    for (let left = pending.length - apart.length; left > 0; left -= 1)
      ran.push(...(await betweenRequests(client, () => runNext(client, dir, { files: 1, without: apart }))));
    for (const file of apart) await buildIndexes(client, path.join(dir, file), nameOf(file));
    return [...ran, ...apart.map(nameOf)];
  } catch (error) {
    if (error instanceof NewerSchemaError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`A migration failed: ${reason}`, { cause: error });
  } finally {
    await client.end();
  }
}

/**
 * Migrations of this version that did not run on a database yet.
 *
 * @throws NewerSchemaError
 */
export async function pendingMigrations(client: Queries): Promise<readonly string[]> {
  return pendingOf(client, await migrationFiles());
}

async function pendingOf(client: Queries, files: readonly string[]): Promise<readonly string[]> {
  const done = await appliedMigrations(client);
  assertNoneUnknown(done, files);
  return files.filter((file) => !done.has(nameOf(file)));
}

async function filesBuiltApart(dir: string, files: readonly string[]): Promise<readonly string[]> {
  const areApart = await Promise.all(files.map((file) => isBuiltApart(path.join(dir, file))));
  return files.filter((_, at) => areApart[at]);
}

interface Next {
  readonly files: number;
  readonly without?: readonly string[];
}

/** Runs the next files that are pending in one transaction. */
async function runNext(client: Connection, dir: string, { files, without = [] }: Next): Promise<string[]> {
  const ignored = ['\\..*', ...without.map((file) => file.replaceAll('.', '\\.'))];
  const say = (): void => undefined;
  // Loaded here: most starts have nothing to migrate, and it is fifty modules.
  const { runner } = await import('node-pg-migrate');
  const ran = await runner({
    dbClient: client,
    dir,
    ignorePattern: `(?:${ignored.join('|')})`,
    direction: 'up',
    count: files,
    migrationsTable: 'schema_migration',
    // Features number their files in ranges of their own, so a later file may carry a lower number.
    checkOrder: false,
    singleTransaction: true,
    noLock: true,
    logger: { debug: say, info: say, warn: say, error: say },
  });
  return ran.map(({ name }) => name);
}

/**
 * Brings an empty database to an earlier schema: that of these migrations alone.
 *
 * @throws NewerSchemaError when this version does not have one of them
 */
export async function migrateTo(databaseUrl: string, migrations: readonly string[]): Promise<void> {
  const wanted = new Set(migrations);
  const files = await migrationFiles();
  assertNoneUnknown(wanted, files);
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
  try {
    for (const file of files)
      if (wanted.has(nameOf(file))) await copyFile(path.join(MIGRATIONS_DIR, file), path.join(dir, file));
    await migrate(databaseUrl, dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Names of the migrations that ran on a database; empty where it has no schema of ours. */
export async function appliedMigrations(db: Queries): Promise<ReadonlySet<string>> {
  const table = await db.query("SELECT to_regclass('public.schema_migration') IS NOT NULL AS found");
  if (table.rows[0]?.found !== true) return new Set();
  const done = await db.query('SELECT name FROM schema_migration ORDER BY name');
  return new Set(done.rows.map(({ name }) => name));
}

/** @throws NewerSchemaError naming the schema of the database and that of this version */
export function assertNoneUnknown(done: ReadonlySet<string>, files: readonly string[]): void {
  const known = new Set(files.map(nameOf));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new NewerSchemaError(
    `The database has the schema of a newer version of Assay: ${unknown.at(-1)}. ` +
      `This version, ${PRODUCT_VERSION}, knows the schema up to ${[...known].at(-1)}. ` +
      'Start the newer version, or restore a backup that this version made. Nothing was changed.',
  );
}

function nameOf(file: string): string {
  return file.replace(/\.sql$/, '');
}
