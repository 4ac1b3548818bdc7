import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  type BackupDescription,
  BackupError,
  type BackupSums,
  backupDescription,
  backupSums,
  DATA_FILES,
  DESCRIPTION_ENTRY,
  KEY_FILES,
  PASSPHRASE_CHECK,
  SECRETS_ENTRY,
  SUMS_ENTRY,
  TABLES,
} from './backup-format.ts';
import { decrypted } from './passphrase.ts';
import { readTar, type TarEntry, TarError } from './ustar.ts';

/** What a backup holds is handed over while it is read; only when `readBackup` has returned is all of it proven. */
export interface BackupReader {
  begin(description: BackupDescription): Promise<void>;
  /** One part of the rows of a table; parts of one table follow each other. */
  rows(table: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  file(kind: 'data' | 'keys', name: string, content: Buffer): Promise<void>;
  /** What the secrets are encrypted with; null leaves them encrypted, and hands over no file of a version 2. */
  readonly passphrase: (() => Promise<string>) | null;
}

const LARGEST_FILE_BYTES = 50_000_000;

/**
 * Reads a backup and holds every entry against its sum.
 *
 * @returns rows of each table, as they were counted when the backup was made
 * @throws BackupError when it is none, damaged, cut short or of a newer form
 */
export async function readBackup(source: AsyncIterable<Uint8Array>, reader: BackupReader): Promise<BackupSums['rows']> {
  const found: BackupSums['entries'] = {};
  let sums: BackupSums | null = null;
  let hasBegun = false;
  let passphrase: string | null = null;
  try {
    for await (const entry of readTar(source)) {
      if (sums !== null) throw new BackupError('The backup goes on after its end');
      const { bytes, seal } = summed(entry);
      if (!hasBegun) {
        if (entry.name !== DESCRIPTION_ENTRY) throw new BackupError('This is no backup of Assay');
        const description = parsed(backupDescription, await wholeOf({ ...entry, bytes }));
        passphrase = await fittingPassphrase(description, reader);
        await reader.begin(description);
        hasBegun = true;
      } else if (entry.name === SUMS_ENTRY) sums = parsed(backupSums, await wholeOf({ ...entry, bytes }));
      else await handOver({ ...entry, bytes }, reader, passphrase);
      if (sums === null) found[entry.name] = seal();
    }
  } catch (error) {
    throw isDamage(error) ? new BackupError('The backup is damaged or cut short', { cause: error }) : error;
  }
  if (sums === null) throw new BackupError('The backup is cut short');
  const names = new Set([...Object.keys(found), ...Object.keys(sums.entries)]);
  for (const name of names) {
    const [is, stated] = [found[name], sums.entries[name]];
    if (is?.sha256 !== stated?.sha256 || is?.bytes !== stated?.bytes) {
      throw new BackupError(`The backup is damaged: ${name} is not what was written`);
    }
  }
  return sums.rows;
}

/** Null for a backup that needs none, and where the reader has none. */
async function fittingPassphrase(
  { passphrase_check: check }: BackupDescription,
  { passphrase: ask }: BackupReader,
): Promise<string | null> {
  if (check === undefined || ask === null) return null;
  const passphrase = await ask();
  const text = await decrypted(Buffer.from(check, 'base64'), passphrase);
  if (text.toString() !== PASSPHRASE_CHECK) throw new BackupError('The backup is damaged');
  return passphrase;
}

async function handOver(entry: TarEntry, reader: BackupReader, passphrase: string | null): Promise<void> {
  const { name } = entry;
  if (name === SECRETS_ENTRY) {
    const secrets = await wholeOf(entry);
    if (passphrase === null) return;
    for await (const inner of readTar(one(await decrypted(secrets, passphrase)))) await handFile(inner, reader);
    return;
  }
  const table = name.startsWith(TABLES) ? /^([^/]+)\/\d{6,}$/.exec(name.slice(TABLES.length))?.[1] : undefined;
  if (table !== undefined) return reader.rows(table, entry.bytes);
  return handFile(entry, reader);
}

async function handFile(entry: TarEntry, reader: BackupReader): Promise<void> {
  const { name } = entry;
  if (name.startsWith(DATA_FILES)) return reader.file('data', name.slice(DATA_FILES.length), await wholeOf(entry));
  if (name.startsWith(KEY_FILES)) return reader.file('keys', name.slice(KEY_FILES.length), await wholeOf(entry));
  throw new BackupError(`The backup holds ${name}, which this version does not know`);
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The bytes of an entry, with the sum over what was read of them. */
function summed({ bytes, size }: TarEntry) {
  const hash = createHash('sha256');
  async function* noted(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: noted(), seal: () => ({ bytes: size, sha256: hash.digest('hex') }) };
}

async function wholeOf({ name, size, bytes }: TarEntry): Promise<Buffer> {
  if (size > LARGEST_FILE_BYTES) throw new BackupError(`${name} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parsed<T extends z.ZodType>(schema: T, content: Buffer): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(content.toString());
  } catch (error) {
    throw new BackupError('The backup is damaged', { cause: error });
  }
  const { data } = schema.safeParse(value);
  if (data === undefined) throw new BackupError('The backup is damaged, or of a form that this version does not know');
  return data;
}

/** Errors of the tar reader and of gunzip. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof TarError || code.startsWith('Z_');
}
