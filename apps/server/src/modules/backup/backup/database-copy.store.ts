import type { Readable, Writable } from 'node:stream';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { appliedMigrations, type PoolClient } from '../../../platform/db/index.ts';
import type { BackupDescription } from './backup-format.ts';

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

type Contents = Pick<BackupDescription, 'migrations' | 'tables' | 'sequences' | 'ledgers'>;

/**
 * What there is to copy, as the transaction of `client` sees it; the tables stay as they are until it ends. Left out:
 * tables that PostgreSQL itself empties after a crash (UNLOGGED), generated columns, and the queues of background jobs,
 * which are in a schema of their own.
 */
export async function describeContents(client: PoolClient): Promise<Contents> {
  const tables = await tablesOf(client);
  await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`);
  const sequences = await client.query(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last_value, last_value IS NOT NULL AS is_called
       FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  const ledgers = tables.flatMap(({ name }) => {
    const id = /^accounts_(\d+)$/.exec(name)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
  return {
    migrations: [...(await appliedMigrations(client))],
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    sequences: sequences.rows,
    ledgers: ledgers.toSorted((one, other) => one - other),
  };
}

/** Tables with rows of their own: partitions, not what they are parts of. */
export async function tablesOf(client: PoolClient): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
        AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> 'schema_migration'
      GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows;
}

/** Rows of a table as text; `rowCount` of the stream holds their number once it has ended. */
export function copyOut(client: PoolClient, { name, columns }: CopiedTable): Readable & { rowCount: number } {
  return client.query(copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`));
}

export function copyIn(client: PoolClient, { name, columns }: CopiedTable): Writable & { rowCount: number } {
  return client.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`));
}

/**
 * Empties all tables and takes away what would judge rows one by one: triggers book what is booked already, and foreign
 * keys hold only when all is there. Returns what puts both back; foreign keys then look at every row.
 */
export async function openForCopy(client: PoolClient): Promise<() => Promise<void>> {
  const { rows: all } = await client.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'schema_migration'`,
  );
  const { rows: keys } = await client.query(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  // Triggers for rows that logical replication brings alone stay so.
  const { rows: replica } = await client.query(
    `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgenabled = 'R' AND NOT tgisinternal`,
  );
  const tables = all.map(({ name }) => quoted(name));
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
    }
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name } of replica) {
      await client.query(`ALTER TABLE ${table} ENABLE REPLICA TRIGGER ${quoted(name)}`);
    }
  };
}

export async function setSequences(client: PoolClient, sequences: Contents['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), last_value, is_called]);
  }
}

/** Updates the planner's statistics. */
export async function analyse(client: PoolClient): Promise<void> {
  await client.query('ANALYZE');
}

/** Whether the database has no table of anybody. */
export async function isEmpty(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  );
  return rowCount === 0;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
