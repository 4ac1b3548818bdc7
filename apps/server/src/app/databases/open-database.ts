import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { requireKnownServers } from '../../modules/records/placement/known-servers.store.ts';
import type { Config } from '../../platform/config/config.ts';
import {
  appliedMigrations,
  DatabaseClient,
  migrate,
  NoPrimaryError,
  openPool,
  type Pool,
} from '../../platform/db/index.ts';
import { openEmbedded } from '../../platform/db/postgres/embedded.ts';
import { explainStorageFailure } from '../../platform/db/postgres/explain-failure.ts';
import { onceReachable } from '../../platform/db/postgres/reach-primary.ts';
import { type ConnectOptions, severalServers } from './several-servers.ts';

export interface OpenDatabase {
  readonly pool: Pool;
  readonly url: string;
  /** Ends the pool; stops the embedded PostgreSQL when no other process uses it. */
  readonly close: () => Promise<void>;
  /** Settles when the embedded PostgreSQL is lost while in use; never for DATABASE_URL. */
  readonly lost: Promise<Error>;
}

export interface OpenOptions extends ConnectOptions {
  /** Called when a PostgreSQL of our own runs or has begun to: from now on it is waited for. */
  readonly onBegun?: () => void;
  /** Only one process at a time may open the data folder so: the server. */
  readonly isServer?: boolean;
  /** Fail where there is no database yet, rather than make one: a new one would answer for the one that was meant. */
  readonly mustExist?: boolean;
  /** Leave the database as it is found, without a schema where there is none: for what brings its own. */
  readonly hasNoSchema?: boolean;
}

/** There is no database of ours where the settings name one. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/**
 * The migrated database of this configuration: DATABASE_URL, else a PostgreSQL of our own under the data folder.
 *
 * @throws NoDatabaseError with `mustExist`, where nothing was made before
 * @throws UnknownLedgerServerError where a transfer ledger is on a server that the settings do not name
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'ledgerServers'>>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (options.mustExist === true && config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new NoDatabaseError(
      `There is no database in ${config.dataDir}, and none was made. Set ASSAY_DATA_DIR to the data folder you mean, start the server, which makes one, or add --create.`,
    );
  }
  const connect = severalServers(config.ledgerServers);
  const source =
    config.databaseUrl === null
      ? await openUnderDataDir(config.dataDir, options)
      : await reach(config.databaseUrl, options);
  const { signal, report } = options;
  try {
    await onceReachable(source.url, { name: 'DATABASE_URL', signal, report }, async () => {
      if (options.mustExist === true) await assertOurs(source.url);
      if (options.hasNoSchema !== true) await migrate(source.url);
    });
  } catch (error) {
    await source.close();
    throw error;
  }
  const { onIdleError } = options;
  const main = openPool(source.url, onIdleError === undefined ? {} : { onIdleError });
  let closeServers: () => Promise<void>;
  try {
    if (options.hasNoSchema !== true) {
      await requireKnownServers(
        main,
        (config.ledgerServers?.servers ?? []).map(({ name }) => name),
      );
    }
    closeServers = await connect(main, options);
  } catch (error) {
    await main.end();
    await source.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    pool: main,
    url: source.url,
    lost: source.lost,
    close: () => {
      closing ??= closeServers()
        .then(() => main.end())
        .then(() => source.close());
      return closing;
    },
  };
}

async function assertOurs(url: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  try {
    if ((await appliedMigrations(client)).size > 0) return;
  } finally {
    await client.end();
  }
  throw new NoDatabaseError(
    'The database holds nothing of Assay, and nothing was made in it. Set DATABASE_URL or ASSAY_DATA_DIR to the one you mean, start the server, which sets it up, or add --create.',
  );
}

interface Source {
  readonly url: string;
  readonly lost: Promise<Error>;
  readonly close: () => Promise<void>;
}

async function openUnderDataDir(dataDir: string, options: OpenOptions): Promise<Source> {
  try {
    await makeFolder(dataDir);
    return await openEmbedded(dataDir, options);
  } catch (error) {
    throw explainStorageFailure(error, dataDir);
  }
}

/** Level by level: the recursive mkdir reports a read-only file system as a missing folder. */
async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await stat(dir)).isDirectory()) return;
    if (code !== 'ENOENT' || path.dirname(dir) === dir) throw error;
    await makeFolder(path.dirname(dir));
    await mkdir(dir, { mode: 0o700 });
  }
}

async function reach(url: string, { signal, report }: OpenOptions): Promise<Source> {
  try {
    await onceReachable(url, { name: 'DATABASE_URL', signal, report }, () => connectOnce(url));
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(
      `The database of DATABASE_URL cannot be used (${reasonOf(error)}). Is it running, and are name and password right?`,
      { cause: error },
    );
  }
  return { url, lost: new Promise<Error>(() => undefined), close: () => Promise.resolve() };
}

/** What PostgreSQL says may repeat the address with its password. */
function reasonOf(error: unknown): string {
  if (error instanceof NoPrimaryError) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}

async function connectOnce(url: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } finally {
    // A client that never connected has nothing to end, and rejects.
    await client.end().catch(() => undefined);
  }
}
