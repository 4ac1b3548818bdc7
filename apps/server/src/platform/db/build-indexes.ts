import { readFile } from 'node:fs/promises';
import type { Connection } from './rows.ts';

/** The first line of a migration that only makes indexes, of tables that are large and in use. */
const CONCURRENTLY_MARK = /^-- Concurrently: \S/;
const CREATE_INDEX = /^CREATE (UNIQUE )?INDEX (\w+) ON (?=\w)/;

/** Whether a migration only makes indexes, and asks that they are built while rows are written. */
export async function isBuiltApart(file: string): Promise<boolean> {
  return CONCURRENTLY_MARK.test(await readFile(file, 'utf8'));
}

/**
 * Builds the indexes of a migration outside of a transaction, while rows are written, and notes the migration as done.
 * An index that an attempt before left half built is built again.
 *
 * @throws Error when the file does anything else
 */
export async function buildIndexes(client: Connection, file: string, name: string): Promise<void> {
  for (const statement of statementsOf(await readFile(file, 'utf8'))) {
    const index = CREATE_INDEX.exec(statement)?.[2];
    if (index === undefined) throw new Error(`${name} is marked 'Concurrently', and does more than to create indexes`);
    const { rows } = await client.query(
      'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index],
    );
    if (rows[0]?.is_valid === true) continue;
    if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
    await client.query(statement.replace(CREATE_INDEX, 'CREATE $1INDEX CONCURRENTLY $2 ON '));
  }
  await client.query('INSERT INTO schema_migration (name, run_on) VALUES ($1, now())', [name]);
}

function statementsOf(text: string): readonly string[] {
  return text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*(?:$|\n)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
