import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';

const MIGRATIONS_DIR = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
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

/**
 * Brings the database up to the newest schema and returns the names of the migrations it ran.
 * All of them run in one transaction: a failure leaves the schema as it was.
 */
export async function migrate(databaseUrl: string, dir: string = MIGRATIONS_DIR): Promise<string[]> {
  const files = orderMigrations((await readdir(dir)).filter((name) => !name.startsWith('.')));
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'assay migrations' });
  await client.connect();
  const messages: string[] = [];
  const note = (message: string): void => {
    messages.push(message);
  };
  try {
    if (await alreadyRun(client, files)) return [];
    const ran = await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: 'schema_migration',
      // Features number their files in ranges of their own, so a later file may carry a lower number.
      checkOrder: false,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      logger: { debug: note, info: note, warn: note, error: note },
    });
    return ran.map(({ name }) => name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`A migration failed and was rolled back: ${reason}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** True when nothing is left to do: most starts, which then skip loading and locking. */
async function alreadyRun(client: pg.Client, files: readonly string[]): Promise<boolean> {
  const table = await client.query<{ found: boolean }>(
    "SELECT to_regclass('public.schema_migration') IS NOT NULL AS found",
  );
  if (table.rows[0]?.found !== true) return false;
  const done = await client.query<{ name: string }>('SELECT name FROM schema_migration');
  const names = new Set(done.rows.map(({ name }) => name));
  return files.every((file) => names.has(file.replace(/\.sql$/, '')));
}
