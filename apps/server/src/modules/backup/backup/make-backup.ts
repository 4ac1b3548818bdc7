import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Pool } from '../../../platform/db/index.ts';
import { inSnapshot } from '../../../platform/db/transactions.ts';
import {
  type BackupDescription,
  type BackupSums,
  DATA_FILES,
  DESCRIPTION_ENTRY,
  KEY_FILES,
  PASSPHRASE_CHECK,
  SECRETS_ENTRY,
  SUMS_ENTRY,
  TABLES,
} from './backup-format.ts';
import { type CopiedTable, copyOut, describeContents } from './database-copy.store.ts';
import { type InstallationFolders, listFiles } from './installation-files.ts';
import { encrypted } from './passphrase.ts';
import { endOfTar, headerOf, paddingOf } from './ustar.ts';

export interface MakeBackupRequest {
  readonly product: string;
  readonly folders: InstallationFolders;
  /** What secrets and keys are encrypted with. */
  readonly passphrase: string;
  /** See {@link encrypted}; that of `age` where not given. */
  readonly workFactor?: number;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** A header states the size, so rows are written in parts of so many bytes; 8,000,000 where not given. */
  readonly partBytes?: number;
}

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Newest migration of the schema. */
  readonly schema: string;
}

const PART_BYTES = 8_000_000;

/**
 * Writes one state of the whole database, and the files that belong to it, as a tar file. Works while servers run: all
 * tables are read in one snapshot, the files after them, so that no row refers to a key that is missing.
 */
export async function makeBackup(pool: Pool, out: Writable, request: MakeBackupRequest): Promise<BackupSummary> {
  const writer = new Archive(out);
  return inSnapshot(pool, async (client) => {
    const contents = await describeContents(client);
    const description: BackupDescription = {
      format: 'assay backup',
      version: 2,
      passphrase_check: (await sealed(Buffer.from(PASSPHRASE_CHECK), request)).toString('base64'),
      product: request.product,
      made_at: request.now.toISOString(),
      ...contents,
    };
    await writer.add(DESCRIPTION_ENTRY, Buffer.from(`${JSON.stringify(description, null, 2)}\n`));
    const rows: Record<string, number> = {};
    for (const table of contents.tables) {
      request.signal.throwIfAborted();
      request.onProgress(`copying ${table.name}`);
      try {
        rows[table.name] = await addRows(writer, copyOut(client, table), table, request.partBytes);
      } catch (error) {
        // Nothing else can be asked of a connection that is still copying out before all rows have come.
        await client.end();
        throw error;
      }
    }
    const files = await addSecrets(writer, rows, request);
    await writer.end(rows);
    return {
      tables: contents.tables.length,
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      files,
      schema: contents.migrations.at(-1) ?? '',
    };
  });
}

async function addRows(
  writer: Archive,
  rows: AsyncIterable<Buffer> & { readonly rowCount: number },
  { name }: CopiedTable,
  partBytes = PART_BYTES,
): Promise<number> {
  let held: Buffer[] = [];
  let bytes = 0;
  let part = 0;
  const flush = async (): Promise<void> => {
    part += 1;
    await writer.add(`${TABLES}${name}/${String(part).padStart(6, '0')}`, Buffer.concat(held));
    [held, bytes] = [[], 0];
  };
  for await (const chunk of rows) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes >= partBytes) await flush();
  }
  if (bytes > 0) await flush();
  return rows.rowCount;
}

/** Apart from the rows: the file as a whole may be read by more people than the keys in it. */
async function addSecrets(writer: Archive, rows: BackupSums['rows'], request: MakeBackupRequest): Promise<number> {
  const files = await listFiles(request.folders);
  const parts: Buffer[] = [];
  const add = (name: string, content: Buffer) =>
    parts.push(headerOf(name, content.length), content, paddingOf(content.length));
  add(SUMS_ENTRY, writer.sums(rows));
  for (const { kind, name, path } of files) {
    add(`${kind === 'data' ? DATA_FILES : KEY_FILES}${name}`, await readFile(path));
  }
  await writer.add(SECRETS_ENTRY, await sealed(Buffer.concat([...parts, endOfTar()]), request));
  return files.length;
}

function sealed(plain: Buffer, { passphrase, workFactor }: MakeBackupRequest): Promise<Buffer> {
  return encrypted(plain, passphrase, workFactor);
}

/** Entries of the tar file, each with its sum. */
class Archive {
  readonly #out: Writable;
  readonly #entries: BackupSums['entries'] = {};

  constructor(out: Writable) {
    this.#out = out;
  }

  async add(name: string, content: Buffer): Promise<void> {
    this.#entries[name] = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    await this.#write(headerOf(name, content.length));
    await this.#write(content);
    await this.#write(paddingOf(content.length));
  }

  /** Of what was added so far. */
  sums(rows: BackupSums['rows']): Buffer {
    const sums: BackupSums = { entries: this.#entries, rows };
    return Buffer.from(`${JSON.stringify(sums, null, 2)}\n`);
  }

  async end(rows: BackupSums['rows']): Promise<void> {
    await this.add(SUMS_ENTRY, this.sums(rows));
    await this.#write(endOfTar());
  }

  async #write(bytes: Buffer): Promise<void> {
    // A destroyed stream would swallow the bytes.
    if (this.#out.destroyed) throw this.#out.errored ?? new Error('The backup can no longer be written');
    if (!this.#out.write(bytes)) await once(this.#out, 'drain');
  }
}
