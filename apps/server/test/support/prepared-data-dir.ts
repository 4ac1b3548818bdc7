import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { COMMAND, COMPILE_CACHE, temporaryDataDir } from './built-product.ts';

/** Of the run's own PostgreSQL, whose maintenance database nobody else locks anything in. */
const LOCK = 1;

/**
 * A data folder whose database is there and migrated, for tests whose subject is not the first start: a copy of one that
 * the run makes once. It has no secrets and keys yet; the server makes them at its first start.
 */
export async function preparedDataDir(): Promise<Awaited<ReturnType<typeof temporaryDataDir>>> {
  const prepared = path.join(inject('runFolder'), 'prepared');
  if (!existsSync(prepared)) await prepareOnce(prepared);
  const place = await temporaryDataDir();
  // By a program that leaves each file to the account that has it.
  execFileSync('cp', ['-a', prepared, place.dataDir]);
  return place;
}

/** By the first worker that needs it; the lock of one that is killed ends with its connection. */
async function prepareOnce(prepared: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (existsSync(prepared)) return;
    const growing = `${prepared}.new-${process.pid}`;
    await promisify(execFile)(process.execPath, [COMMAND, 'labels', 'stats', '--create'], {
      env: { ...COMPILE_CACHE, ASSAY_DATA_DIR: growing },
    });
    await rename(growing, prepared);
  } finally {
    await client.end();
  }
}
