import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Pool, PoolClient } from '../../../platform/db/index.ts';
import { inTransaction } from '../../../platform/db/transactions.ts';
import { ensureTables } from '../../records/index.ts';
import { type BackupDescription, BackupError } from './backup-format.ts';
import {
  analyse,
  type CopiedTable,
  copyIn,
  isEmpty,
  openForCopy,
  setSequences,
  tablesOf,
} from './database-copy.store.ts';
import { type InstallationFolders, listFiles, pathOf, writePrivate } from './installation-files.ts';
import { type BackupReader, readBackup } from './read-backup.ts';

export interface RestoreRequest {
  readonly folders: InstallationFolders;
  /** Asked for where the backup needs one: older ones hold their secrets as they are. */
  readonly passphrase: () => Promise<string>;
  /** See {@link BackupReader.mustBeEncrypted}. */
  readonly mustBeEncrypted: boolean;
  /** Brings the empty database to the schema of these migrations. */
  readonly migrateTo: (migrations: readonly string[]) => Promise<void>;
  /** Brings it from there to the schema of this version. */
  readonly migrateOn: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

export interface RestoreSummary {
  readonly madeAt: string;
  /** Version of the product that made the backup. */
  readonly product: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/**
 * Fills an empty installation from a backup: all rows in one transaction, which ends only when every sum is right and
 * every foreign key holds; then the files.
 *
 * @throws BackupError when the backup cannot be used or the installation is not empty; NewerSchemaError
 */
export async function restoreBackup(
  pool: Pool,
  source: AsyncIterable<Uint8Array>,
  request: RestoreRequest,
): Promise<RestoreSummary> {
  await assertNoFiles(request.folders);
  const written: string[] = [];
  try {
    const summary = await inTransaction(pool, async (client) => {
      if (!(await isEmpty(client))) {
        throw new BackupError('The database is not empty. A backup is restored into an empty one only');
      }
      const target = new RestoreTarget(client, request);
      const done = await target.fill(source);
      for (const { path, content } of target.files) {
        await writePrivate(path, content);
        written.push(path);
      }
      return done;
    });
    await request.migrateOn();
    await inTransaction(pool, analyse);
    return summary;
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
}

/** @throws BackupError where the folders hold secrets or keys already */
export async function assertNoFiles(folders: InstallationFolders): Promise<void> {
  const [first] = await listFiles(folders);
  if (first === undefined) return;
  throw new BackupError(`${first.path} exists. A backup is restored into an empty data folder only`);
}

class RestoreTarget implements BackupReader {
  readonly files: { readonly path: string; readonly content: Buffer }[] = [];
  readonly #client: PoolClient;
  readonly #request: RestoreRequest;
  readonly #counts: Record<string, number> = {};
  #description: BackupDescription | null = null;
  #tables: ReadonlyMap<string, CopiedTable> = new Map();
  #close: () => Promise<void> = async () => undefined;
  #current: { readonly table: string; readonly stream: Writable & { rowCount: number } } | null = null;

  constructor(client: PoolClient, request: RestoreRequest) {
    this.#client = client;
    this.#request = request;
  }

  async fill(source: AsyncIterable<Uint8Array>): Promise<RestoreSummary> {
    try {
      return await this.#finish(await readBackup(source, this));
    } catch (error) {
      await this.#abandon();
      throw error;
    }
  }

  get passphrase(): () => Promise<string> {
    return this.#request.passphrase;
  }

  get mustBeEncrypted(): boolean {
    return this.#request.mustBeEncrypted;
  }

  async begin(description: BackupDescription): Promise<void> {
    await this.#request.migrateTo(description.migrations);
    for (const ledger of description.ledgers) await ensureTables(this.#client, ledger);
    this.#tables = new Map((await tablesOf(this.#client)).map((table) => [table.name, table]));
    for (const { name, columns } of description.tables) {
      const own = this.#tables.get(name)?.columns.toSorted().join();
      if (own !== columns.toSorted().join()) throw new BackupError(`The backup holds a table ${name} of another form`);
    }
    // In the order in which the columns were written.
    this.#tables = new Map(description.tables.map((table) => [table.name, table]));
    this.#close = await openForCopy(this.#client);
    this.#description = description;
  }

  async rows(table: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    this.#request.signal.throwIfAborted();
    if (this.#current?.table !== table) await this.#begin(table);
    const stream = this.#current?.stream;
    if (stream === undefined) return;
    for await (const chunk of bytes) await write(stream, chunk);
  }

  async file(kind: 'data' | 'keys', name: string, content: Buffer): Promise<void> {
    const path = pathOf(this.#request.folders, kind, name);
    if (path === null) throw new BackupError(`The backup holds a file ${name}, which no backup has`);
    this.files.push({ path, content });
  }

  async #finish(rows: Readonly<Record<string, number>>): Promise<RestoreSummary> {
    await this.#end();
    const description = this.#description;
    if (description === null) throw new BackupError('The backup holds nothing');
    for (const { name } of description.tables) {
      const [is, stated] = [this.#counts[name] ?? 0, rows[name] ?? 0];
      if (is !== stated) throw new BackupError(`${name} came out with ${is} rows instead of ${stated}`);
    }
    this.#request.onProgress('putting foreign keys back');
    await setSequences(this.#client, description.sequences);
    await this.#close();
    return {
      madeAt: description.made_at,
      product: description.product,
      tables: description.tables.length,
      rows: Object.values(this.#counts).reduce((sum, count) => sum + count, 0),
      files: this.files.length,
    };
  }

  async #begin(name: string): Promise<void> {
    await this.#end();
    const table = this.#tables.get(name);
    if (table === undefined) throw new BackupError(`The backup holds rows of ${name}, which it does not name`);
    if (name in this.#counts) throw new BackupError(`The rows of ${name} are not in one piece`);
    this.#request.onProgress(`restoring ${name}`);
    const stream = copyIn(this.#client, table);
    // Every write rejects by itself; without a listener the same error would end the process.
    stream.on('error', () => undefined);
    this.#current = { table: name, stream };
  }

  /** A COPY that is still open would keep every later statement waiting, the one that rolls back among them. */
  async #abandon(): Promise<void> {
    const stream = this.#current?.stream;
    if (stream === undefined) return;
    stream.destroy(new Error('The backup could not be read to its end'));
    await finished(stream).catch(() => undefined);
  }

  async #end(): Promise<void> {
    if (this.#current === null) return;
    const { table, stream } = this.#current;
    this.#current = null;
    stream.end();
    await once(stream, 'finish');
    this.#counts[table] = stream.rowCount;
  }
}

function write(stream: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
