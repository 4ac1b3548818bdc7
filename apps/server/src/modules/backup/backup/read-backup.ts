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
  /** Refuses version 1, which anybody can write: a version 2 could be passed off as one, with other secrets in it. */
  readonly mustBeEncrypted: boolean;
}

const LARGEST_FILE_BYTES = 50_000_000;

/**
 * Reads a backup and holds every entry against its sum. With a passphrase the sums are those that were encrypted with
 * it, so that nobody can have changed a row, or taken a part out of another backup, without knowing it.
 *
 * @returns rows of each table, as they were counted when the backup was made
 * @throws BackupError when it is none, damaged, cut short or of a newer form
 */
export async function readBackup(source: AsyncIterable<Uint8Array>, reader: BackupReader): Promise<BackupSums['rows']> {
  const found: BackupSums['entries'] = {};
  let opened: Opened | null = null;
  let sealed: BackupSums | null = null;
  let sums: BackupSums | null = null;
  try {
    for await (const entry of readTar(source)) {
      const { name } = entry;
      if (sums !== null) throw new BackupError('The backup goes on after its end');
      if (Object.hasOwn(found, name)) throw new BackupError(`The backup is damaged: it holds ${name} twice`);
      const { bytes, sumOf } = summed(entry);
      const part = { ...entry, bytes };
      if (opened === null) opened = await openedBy(part, reader);
      else if (name === SUMS_ENTRY) sums = parsed(backupSums, await wholeOf(part));
      else if (name === SECRETS_ENTRY) {
        sealed = await readSecrets(part, opened, reader);
        if (sealed !== null) assertSame(found, sealed.entries);
      } else await handOver(part, opened, reader);
      if (sums === null) found[name] = sumOf();
    }
  } catch (error) {
    throw isDamage(error) ? new BackupError('The backup is damaged or cut short', { cause: error }) : error;
  }
  if (sums === null) throw new BackupError('The backup is cut short');
  assertSame(found, sums.entries);
  if (sealed !== null && Object.keys(found).at(-1) !== SECRETS_ENTRY) {
    throw new BackupError('The backup is damaged: it goes on after its secrets');
  }
  if (sealed === null && opened?.passphrase !== null) throw new BackupError('The backup is damaged: it has no secrets');
  return (sealed ?? sums).rows;
}

interface Opened {
  readonly version: BackupDescription['version'];
  /** Null for a backup that needs none, and where the reader has none. */
  readonly passphrase: string | null;
}

async function openedBy(entry: TarEntry, reader: BackupReader): Promise<Opened> {
  if (entry.name !== DESCRIPTION_ENTRY) throw new BackupError('This is no backup of Assay');
  const description = parsed(backupDescription, await wholeOf(entry));
  const passphrase = await fittingPassphrase(description, reader);
  await reader.begin(description);
  return { version: description.version, passphrase };
}

async function fittingPassphrase(
  description: BackupDescription,
  { passphrase: ask, mustBeEncrypted }: BackupReader,
): Promise<string | null> {
  if (description.version === 1) {
    if (!mustBeEncrypted) return null;
    throw new BackupError(
      'A passphrase is named, and nothing in this backup is encrypted: anybody can have written it. If you made it with a version that encrypted nothing, name no passphrase',
    );
  }
  if (ask === null) return null;
  const passphrase = await ask();
  const text = await decrypted(Buffer.from(description.passphrase_check, 'base64'), passphrase);
  if (text.toString() !== PASSPHRASE_CHECK) throw new BackupError('The backup is damaged');
  return passphrase;
}

async function handOver(entry: TarEntry, { version }: Opened, reader: BackupReader): Promise<void> {
  const { name } = entry;
  const table = name.startsWith(TABLES) ? /^([^/]+)\/\d{6,}$/.exec(name.slice(TABLES.length))?.[1] : undefined;
  if (table !== undefined) return reader.rows(table, entry.bytes);
  if (version === 1) return handFile(entry, reader);
  throw unknown(name);
}

/** Hands over the files of a version 2; answers what its passphrase says was written before them, null without one. */
async function readSecrets(entry: TarEntry, { passphrase }: Opened, reader: BackupReader): Promise<BackupSums | null> {
  const secrets = await wholeOf(entry);
  if (passphrase === null) return null;
  let sums: BackupSums | null = null;
  for await (const inner of readTar(one(await decrypted(secrets, passphrase)))) {
    if (inner.name === SUMS_ENTRY) sums = parsed(backupSums, await wholeOf(inner));
    else await handFile(inner, reader);
  }
  if (sums === null) throw new BackupError('The backup is damaged: its secrets hold no sums');
  return sums;
}

async function handFile(entry: TarEntry, reader: BackupReader): Promise<void> {
  const { name } = entry;
  if (name.startsWith(DATA_FILES)) return reader.file('data', name.slice(DATA_FILES.length), await wholeOf(entry));
  if (name.startsWith(KEY_FILES)) return reader.file('keys', name.slice(KEY_FILES.length), await wholeOf(entry));
  throw unknown(name);
}

function unknown(name: string): BackupError {
  return new BackupError(`The backup holds ${name}, which this version does not know`);
}

/** The same entries in the same order: rows are cut anywhere, and mean something else in another order. */
function assertSame(found: BackupSums['entries'], stated: BackupSums['entries']): void {
  const [names, wanted] = [Object.keys(found), Object.keys(stated)];
  for (let at = 0; at < Math.max(names.length, wanted.length); at += 1) {
    const name = names[at] ?? wanted[at] ?? '';
    const [is, was] = [found[name], stated[name]];
    if (names[at] !== wanted[at] || is?.sha256 !== was?.sha256 || is?.bytes !== was?.bytes) {
      throw new BackupError(`The backup is damaged: ${name} is not what was written`);
    }
  }
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
  return { bytes: noted(), sumOf: () => ({ bytes: size, sha256: hash.digest('hex') }) };
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
