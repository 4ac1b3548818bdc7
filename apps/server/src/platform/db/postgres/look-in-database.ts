import path from 'node:path';
import type { Config } from '../../config/config.ts';
import {
  appliedMigrations,
  type Db,
  NewerSchemaError,
  NoPrimaryError,
  openPool,
  type PoolClient,
  pendingMigrations,
} from '../index.ts';
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts';
import { productUrlOf } from './product-role.ts';

/** The database is not there, does not answer, or has the schema of another version. */
export class UnseenDatabaseError extends Error {
  override readonly name = 'UnseenDatabaseError';
}

/**
 * Reads from the database of this configuration as it is found: nothing is made, started or migrated, and nothing that
 * `read` does can write.
 *
 * @throws UnseenDatabaseError
 */
export async function lookInDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const connectionString = databaseUrl ?? (await urlOfRunning(dataDir));
  const pool = openPool(connectionString, { maxConnections: 1 });
  try {
    const client = await pool.connect().catch((error: unknown) => {
      throw new UnseenDatabaseError(`the database does not answer (${reasonOf(error)})`, { cause: error });
    });
    try {
      await client.query('BEGIN READ ONLY');
      await assertPresentSchema(client);
      return await read(client);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** @throws UnseenDatabaseError */
async function urlOfRunning(dataDir: string): Promise<string> {
  const dir = path.join(dataDir, 'postgres');
  const running = await readPostmasterFile(dir);
  const isReady = running !== null && running.state === 'ready' && isPostmasterAlive(running.pid);
  const url = isReady && running.port !== null ? await productUrlOf(dir, running.port) : null;
  if (url === null) throw new UnseenDatabaseError('the database of the data folder does not run: start the server');
  return url;
}

/** @throws UnseenDatabaseError */
async function assertPresentSchema(client: PoolClient): Promise<void> {
  if ((await appliedMigrations(client)).size === 0) {
    throw new UnseenDatabaseError('the database holds nothing of Assay yet');
  }
  try {
    const pending = await pendingMigrations(client);
    if (pending.length === 0) return;
  } catch (error) {
    if (error instanceof NewerSchemaError) throw new UnseenDatabaseError(error.message, { cause: error });
    throw error;
  }
  throw new UnseenDatabaseError(
    'the database has the schema of an older version: start the server, or `assay migrate`',
  );
}

/** What PostgreSQL says may repeat the address with its password. */
function reasonOf(error: unknown): string {
  if (error instanceof NoPrimaryError) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}
