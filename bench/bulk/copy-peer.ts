import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Pool, PoolClient } from '../../apps/server/src/platform/db/index.ts';

/** What an import of transfers fills. */
const TABLES = ['transfers', 'accounts'] as const;
type Table = (typeof TABLES)[number];

/** Of both tables: the rows that an import has written, new ones and changed ones. */
const WRITTEN: Readonly<Record<Table, string>> = {
  transfers: 'SELECT t.* FROM transfers t LEFT JOIN copied_transfers c USING (ledger_id, position) WHERE c IS NULL',
  accounts:
    'SELECT a.* FROM accounts a LEFT JOIN copied_accounts c USING (ledger_id, id) WHERE c IS NULL OR c IS DISTINCT FROM a',
};

/** The tables as they are before an import, with the same columns, checks and indexes. */
export async function keepTables(pool: Pool): Promise<void> {
  await dropTables(pool);
  for (const table of TABLES) {
    await pool.query(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`);
    await pool.query(`INSERT INTO copied_${table} TABLE ${table}`);
    await pool.query(`VACUUM ANALYZE copied_${table}`);
  }
}

export async function dropTables(pool: Pool): Promise<void> {
  for (const table of TABLES) await pool.query(`DROP TABLE IF EXISTS copied_${table}`);
}

/**
 * Seconds that plain `COPY` takes for the rows an import has just written, from files into the tables as they were before
 * it, one transaction: what is left of an import when nothing is parsed, judged or derived. An account that the import has
 * changed was removed from them before, since `COPY` changes nothing.
 *
 * @param dir where the files lie meanwhile
 */
export async function copySeconds(pool: Pool, dir: string): Promise<number> {
  const client = await pool.connect();
  try {
    for (const table of TABLES) {
      const rows = client.query(copyTo(`COPY (${WRITTEN[table]}) TO STDOUT`));
      await pipeline(rows, createWriteStream(fileOf(dir, table)));
    }
    await client.query(`DELETE FROM copied_accounts c USING accounts a
                         WHERE a.ledger_id = c.ledger_id AND a.id = c.id AND a IS DISTINCT FROM c`);
    await client.query('VACUUM copied_accounts');
    const began = performance.now();
    await client.query('BEGIN');
    for (const table of TABLES) await copyInto(client, table, fileOf(dir, table));
    await client.query('COMMIT');
    return (performance.now() - began) / 1000;
  } finally {
    client.release();
  }
}

async function copyInto(client: PoolClient, table: Table, file: string): Promise<void> {
  const into = client.query(copyFrom(`COPY copied_${table} FROM STDIN`));
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), into);
}

function fileOf(dir: string, table: string): string {
  return path.join(dir, `${table}.copy`);
}
