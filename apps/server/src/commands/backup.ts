import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CommandError, EXIT, STDIO } from '@assay/command';
import type { Command } from 'commander';
import { openDatabase } from '../adapters/postgres/open-database.ts';
import { keyFolderOf } from '../adapters/signing/seals.ts';
import { migrate, migrateTo, NewerSchemaError } from '../db/index.ts';
import {
  assertNoFiles,
  BackupError,
  type InstallationFolders,
  makeBackup,
  readBackup,
  restoreBackup,
} from '../features/backup/index.ts';
import { openSource, SourceError } from '../features/intake/index.ts';
import { PRODUCT_VERSION } from '../kernel/product-version.ts';
import type { CommandContext } from './context.ts';

/** Rows are text: the fastest level saves most of it. */
const GZIP = { level: 1 };

/** `assay backup …`: one file with the database, the secrets and the keys of an installation. */
export function registerBackup(program: Command, context: CommandContext): void {
  const backup = program.command('backup');
  backup
    .command('create')
    .description('Write a backup while the server runs. It holds secrets: keep it as you keep passwords.')
    .argument('<file>', 'a new file, such as assay.tar.gz; - for stdout')
    .action((file: string) => explained(() => create(context, file)));
  backup
    .command('verify')
    .description('Read a backup to its end and hold everything in it against its sums. Opens no database.')
    .argument('<file>', 'a backup; - for stdin')
    .action((file: string) => explained(() => verify(context, file)));
  backup
    .command('restore')
    .description('Fill an empty data folder, or an empty DATABASE_URL, from a backup. All of it or nothing.')
    .argument('<file>', 'a backup; - for stdin')
    .action((file: string) => explained(() => restore(context, file)));
}

async function create(context: CommandContext, file: string): Promise<void> {
  if (file !== STDIO && existsSync(file)) throw new CommandError(`${file} exists; name a new file.`, EXIT.usage);
  const pool = await context.openDatabase({ mustExist: true });
  const target = file === STDIO ? toStdout() : await toNewFile(file);
  const gzip = createGzip(GZIP);
  const writing = pipeline(gzip, target.stream);
  // Its failure is thrown where it is awaited below; until then it must not count as unhandled.
  writing.catch(() => undefined);
  try {
    const summary = await makeBackup(pool, gzip, {
      product: PRODUCT_VERSION,
      folders: foldersOf(context),
      now: new Date(),
      signal: context.signal,
      onProgress: context.progress,
    });
    gzip.end();
    await writing;
    await target.keep();
    const { tables, rows, files, schema } = summary;
    const say = file === STDIO ? context.err : context.out;
    say(`${rows} rows of ${tables} tables and ${files} files of secrets and keys are in ${name(file, 'stdout')}.`);
    say(`Made by Assay ${PRODUCT_VERSION}, schema ${schema}.`);
  } catch (error) {
    gzip.destroy();
    await target.discard();
    throw error;
  }
}

async function verify(context: CommandContext, file: string): Promise<void> {
  let made = '';
  let bytes = 0;
  const rows = await readBackup((await openSource(file, context)).bytes, {
    begin: async ({ made_at, product }) => {
      made = `${made_at} by Assay ${product}`;
    },
    rows: async (_table, part) => {
      for await (const chunk of part) bytes += chunk.length;
    },
    file: async (_kind, _name, content) => {
      bytes += content.length;
    },
  });
  const counts = Object.values(rows);
  const sum = counts.reduce((all, count) => all + count, 0);
  context.out(`Whole and unchanged: ${sum} rows of ${counts.length} tables, ${bytes} bytes, made ${made}.`);
}

async function restore(context: CommandContext, file: string): Promise<void> {
  const { config, signal, progress } = context;
  const folders = foldersOf(context);
  const cluster = path.join(config.dataDir, 'postgres');
  await assertNoFiles(folders);
  if (config.databaseUrl === null && existsSync(cluster)) {
    throw new BackupError(`${config.dataDir} holds a database. A backup is restored into an empty data folder only`);
  }
  const input = await openSource(file, { signal });
  const database = await openDatabase(config, { isServer: true, hasNoSchema: true, signal, report: progress });
  let isDone = false;
  try {
    const done = await restoreBackup(database.pool, input.bytes, {
      folders,
      migrateTo: (migrations) => migrateTo(database.url, migrations),
      migrateOn: async () => void (await migrate(database.url)),
      signal,
      onProgress: progress,
    });
    isDone = true;
    context.out(`${done.rows} rows of ${done.tables} tables and ${done.files} files of secrets and keys are restored.`);
    context.out(`The backup was made ${done.madeAt} by Assay ${done.product}.`);
  } finally {
    await database.close();
    // What a failed attempt made must not be taken for an installation, nor keep the next attempt out.
    if (!isDone && config.databaseUrl === null) await rm(cluster, { recursive: true, force: true });
  }
}

function foldersOf({ config }: CommandContext): InstallationFolders {
  return { dataDir: config.dataDir, keysDir: keyFolderOf(config) };
}

interface Target {
  readonly stream: Writable;
  readonly keep: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** Grows beside its place and is moved there when it is whole and on the disk. Readable by its owner alone. */
async function toNewFile(file: string): Promise<Target> {
  const draft = `${file}.part`;
  const handle = await open(draft, 'w', 0o600).catch((error: unknown) => {
    throw new CommandError(`Cannot write ${draft}: ${messageOf(error)}`, EXIT.usage);
  });
  const stream = handle.createWriteStream({ flush: true });
  return {
    stream,
    keep: () => rename(draft, file),
    discard: async () => {
      stream.destroy();
      await finished(stream).catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** Stdout stays open for those who use it after us. */
function toStdout(): Target {
  const stream = new PassThrough();
  stream.pipe(process.stdout, { end: false });
  const written = finished(stream);
  written.catch(() => undefined);
  return { stream, keep: () => written, discard: async () => void stream.destroy() };
}

function name(file: string, dash: string): string {
  return file === STDIO ? dash : file;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`${error.message}.`, EXIT.usage);
    if (error instanceof NewerSchemaError) throw new CommandError(error.message);
    if (error instanceof SourceError) throw new CommandError(`${error.message}.`, EXIT.usage);
    throw error;
  }
}
