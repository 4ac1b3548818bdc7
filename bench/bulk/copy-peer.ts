import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Pool } from '../../apps/server/src/db/index.ts';

/** What an import of transfers fills. */
const TABLES = ['transfers', 'accounts'] as const;

/**
 * Seconds that plain `COPY` takes for the rows an import has just made, from files into tables with the same columns,
 * checks and indexes, one transaction: what is left of an import when nothing is parsed, judged or derived.
 *
 * @param dir where the files lie meanwhile
 */
export async function copySeconds(pool: Pool, dir: string): Promise<number> {
  const client = await pool.connect();
  try {
    for (const table of TABLES) {
      const rows = client.query(copyTo(`COPY (TABLE ${table}) TO STDOUT`));
      await pipeline(rows, createWriteStream(fileOf(dir, table)));
      await client.query(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`);
    }
    const began = performance.now();
    await client.query('BEGIN');
    for (const table of TABLES) {
      const into = client.query(copyFrom(`COPY copied_${table} FROM STDIN`));
      await pipeline(createReadStream(fileOf(dir, table), { highWaterMark: 2 ** 20 }), into);
    }
    await client.query('COMMIT');
    return (performance.now() - began) / 1000;
  } finally {
    for (const table of TABLES) await client.query(`DROP TABLE IF EXISTS copied_${table}`);
    client.release();
  }
}

function fileOf(dir: string, table: string): string {
  return path.join(dir, `${table}.copy`);
}
