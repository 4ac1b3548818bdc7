import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CommandError, EXIT, STDIO } from '@assay/command';
import type { CommandContext } from '../../../platform/command/context.ts';
import type { Config } from '../../../platform/config/config.ts';
import { PRODUCT_VERSION } from '../../../platform/kernel/product-version.ts';
import { messageOf } from '../../../platform/kernel/text/message-of.ts';
import { keyFolderOf } from '../../reports/outside/signing/open-key-home.ts';
import type { InstallationFolders } from '../backup/installation-files.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { encryptedStream } from '../backup/passphrase.ts';
import { type PassphraseOptions, passphraseSource } from './ask-passphrase.ts';

export interface CreateOptions extends PassphraseOptions {
  readonly encryptAll?: true;
}

/** Rows are text: the fastest level saves most of it. */
const GZIP = { level: 1 };

export async function createBackup(context: CommandContext, file: string, options: CreateOptions): Promise<void> {
  if (file !== STDIO && existsSync(file)) throw new CommandError(`${file} exists; name a new file.`, EXIT.usage);
  const passphrase = await passphraseSource(context, options, { isNew: true, isStdinTaken: false })();
  const pool = await context.openDatabase();
  const gzip = createGzip(GZIP);
  const packed = options.encryptAll === true ? await encryptedStream(gzip, passphrase) : gzip;
  const target = file === STDIO ? toStdout() : await toNewFile(file);
  const writing = pipeline(packed, target.stream);
  // Its failure is thrown where it is awaited below; until then it must not count as unhandled.
  writing.catch(() => undefined);
  try {
    const { tables, rows, files, schema } = await makeBackup(pool, gzip, {
      product: PRODUCT_VERSION,
      folders: foldersOf(context.config),
      passphrase,
      now: new Date(),
      signal: context.signal,
      onProgress: context.progress,
    });
    gzip.end();
    await writing;
    await target.keep();
    const say = file === STDIO ? context.err : context.out;
    say(
      `${rows} rows of ${tables} tables and ${files} files of secrets and keys are in ${file === STDIO ? 'stdout' : file}.`,
    );
    say(
      `Made by Assay ${PRODUCT_VERSION}, schema ${schema}. ${PROTECTION[options.encryptAll === true ? 'all' : 'keys']}`,
    );
  } catch (error) {
    gzip.destroy();
    await target.discard();
    throw error;
  }
}

const PROTECTION = {
  all: 'All of it is encrypted; without the passphrase it is lost.',
  keys: 'The secrets and keys are encrypted; without the passphrase the backup cannot be restored. The rows are not encrypted.',
} as const;

/** Where a backup is written. */
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

/** The folders of this installation whose files belong to a backup. */
export function foldersOf(config: Config): InstallationFolders {
  return { dataDir: config.dataDir, keysDir: keyFolderOf(config) };
}
