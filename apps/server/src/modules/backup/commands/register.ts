import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, EXIT, STDIO } from '@assay/command';
import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import type { CommandContext } from '../../../platform/command/context.ts';
import { migrate, migrateTo, NewerSchemaError } from '../../../platform/db/index.ts';
import { openSource, SourceError, unpacked } from '../../../platform/intake/index.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { KeyFileError } from '../../reports/outside/signing/key-files.ts';
import { pausedSince, resumeOutgoing } from '../backup/after-restore.store.ts';
import { BackupError } from '../backup/backup-format.ts';
import { removeFiles } from '../backup/installation-files.ts';
import { openEncrypted } from '../backup/passphrase.ts';
import { readBackup } from '../backup/read-backup.ts';
import { assertNoFiles, restoreBackup } from '../backup/restore-backup.ts';
import { RestoreLogError } from '../restore-log/log-files.ts';
import { type AfterRestoreOptions, afterRestore, logFilesOf } from './after-restore.ts';
import { isPassphraseNamed, PASSPHRASE_OPTION, type PassphraseOptions, passphraseSource } from './ask-passphrase.ts';
import type { BackupContext, BackupPorts } from './backup-ports.ts';
import { type CreateOptions, createBackup, foldersOf } from './create.ts';

/** `assay backup …`: one file with the database, the secrets and the keys of an installation. */
export function registerBackup(program: Command, given: CommandContext, ports: BackupPorts): void {
  const context = { ...given, ...ports };
  const backup = program.command('backup');
  backup
    .command('create')
    .description('Write a backup while the server runs, its secrets and keys encrypted with a passphrase.')
    .argument('<file>', 'a new file, such as assay.tar.gz; - for stdout')
    .option(...PASSPHRASE_OPTION)
    .option('--encrypt-all', 'encrypt the rows of the database too, and with them the whole file (age format)')
    .action((file: string, options: CreateOptions) => explained(() => createBackup(context, file, options)));
  backup
    .command('verify')
    .description('Read a backup to its end and hold everything in it against its sums. Opens no database.')
    .argument('<file>', 'a backup; - for stdin')
    .option(...PASSPHRASE_OPTION)
    .action((file: string, options: PassphraseOptions) => explained(() => verify(context, file, options)));
  backup
    .command('restore')
    .description('Fill an empty data folder, or an empty DATABASE_URL, from a backup. All of it or nothing.')
    .argument('<file>', 'a backup; - for stdin')
    .option(...PASSPHRASE_OPTION)
    .option('--log <folder>', 'copies of the restore logs of all servers: what happened after the backup is done again')
    .option('--keep-api-keys', 'leave API keys valid, but for those that the log says were revoked')
    .action((file: string, options: RestoreOptions) => explained(() => restore(context, file, options)));
  backup
    .command('restored')
    .description('After PostgreSQL was restored to a point in time: end access, pause outgoing jobs, apply the log.')
    .requiredOption('--to <time>', 'the moment it was restored to, with its time zone')
    .option('--log <folder>', 'copies of the restore logs of all servers: what happened after the moment is done again')
    .option('--keep-api-keys', 'leave API keys valid, but for those that the log says were revoked')
    .action((options: RestoredOptions) => explained(() => restored(context, options)));
  backup
    .command('resume')
    .description('After a restore: ask the payment providers about all orders, then let outgoing jobs go on.')
    .option('--without-providers', 'do not ask the providers now')
    .action((options: ResumeOptions) => explained(() => resume(context, options)));
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`${error.message}.`, EXIT.usage);
    if (error instanceof NewerSchemaError) throw new CommandError(error.message);
    if (error instanceof KeyFileError) throw new CommandError(error.message, EXIT.usage);
    if (error instanceof RestoreLogError) throw new CommandError(`${error.message}.`, EXIT.usage);
    if (error instanceof SourceError) throw new CommandError(`${error.message}.`, EXIT.usage);
    throw error;
  }
}

type RestoreOptions = PassphraseOptions & AfterRestoreOptions;

async function restore(context: BackupContext, file: string, options: RestoreOptions): Promise<void> {
  const { config, signal, progress } = context;
  const folders = foldersOf(config);
  if (options.keepApiKeys === true && options.log === undefined) {
    throw new CommandError(
      '--keep-api-keys needs --log: it says which keys were revoked after the backup.',
      EXIT.usage,
    );
  }
  // Before anything is made: a log that cannot be read must not leave half an installation behind.
  if (options.log !== undefined) await logFilesOf(options.log);
  const cluster = path.join(config.dataDir, 'postgres');
  await assertNoFiles(folders);
  if (config.databaseUrl === null && existsSync(cluster)) {
    throw new BackupError(`${config.dataDir} holds a database. A backup is restored into an empty data folder only`);
  }
  const passphrase = passphraseSource(context, options, { isNew: false, isStdinTaken: file === STDIO });
  const source = await openBackup(file, context, passphrase);
  const database = await context.openBareDatabase(config, { signal, report: progress });
  let isFilled = false;
  let isDone = false;
  try {
    const done = await restoreBackup(database.pool, source, {
      folders,
      passphrase,
      mustBeEncrypted: isPassphraseNamed(context, options),
      migrateTo: (migrations) => migrateTo(database.url, migrations),
      migrateOn: async () => void (await migrate(database.url)),
      signal,
      onProgress: progress,
    });
    isFilled = true;
    context.out(`${done.rows} rows of ${done.tables} tables and ${done.files} files of secrets and keys are restored.`);
    context.out(`The backup was made ${done.madeAt} by Assay ${done.product}.`);
    await afterRestore(context, database.pool, { madeAt: new Date(done.madeAt), options });
    isDone = true;
    context.out(
      'Mails, webhooks, payments and label updates are paused. Look at the installation, then run `assay backup resume`.',
    );
  } finally {
    await database.close();
    // What a failed attempt made must not be taken for an installation, nor keep the next attempt out.
    if (!isDone && config.databaseUrl === null) {
      await rm(cluster, { recursive: true, force: true });
      if (isFilled) await removeFiles(folders);
    }
  }
}

interface RestoredOptions extends AfterRestoreOptions {
  readonly to: string;
}

/** For a database that PostgreSQL itself restored: what `backup restore` does after its rows are in. */
export async function restored(context: BackupContext, options: RestoredOptions): Promise<void> {
  const moment = new Date(options.to);
  if (Number.isNaN(moment.getTime()) || moment.getTime() > Date.now()) {
    throw new CommandError('--to must be the moment of the restore, such as 2026-03-01T10:00:00Z.', EXIT.usage);
  }
  if (options.keepApiKeys === true && options.log === undefined) {
    throw new CommandError(
      '--keep-api-keys needs --log: it says which keys were revoked after the moment.',
      EXIT.usage,
    );
  }
  await afterRestore(context, await context.openDatabase(), { madeAt: moment, options });
  context.out('Mails, webhooks, payments and label updates are paused until `assay backup resume`.');
}

interface ResumeOptions {
  readonly withoutProviders?: true;
}

/** Asks the payment providers what happened since the backup, and only then lets outgoing jobs go on. */
export async function resume(context: BackupContext, options: ResumeOptions): Promise<void> {
  const { config, out, err, signal } = context;
  const pool = await context.openDatabase();
  if ((await pausedSince(pool)) === null) {
    out('Nothing is paused.');
    return;
  }
  if (options.withoutProviders !== true) {
    const log = {
      warn: (_facts: unknown, message: string) => err(message),
      error: (_facts: unknown, message: string) => err(message),
    };
    const payments = await context.paymentsOf(pool, config, log);
    const { asked, changed, failed } = await inService('payments', () => payments.reconcileAll(signal));
    out(
      `Asked about ${countOf(asked, 'order')}: ${changed} had changed since the backup, ${failed} could not be asked about.`,
    );
    if (failed > 0) {
      throw new CommandError(
        'Outgoing jobs stay paused. Set the keys of the providers and try again, or resume --without-providers: the server then asks about these orders by and by.',
      );
    }
  }
  await resumeOutgoing(pool, new Date());
  out('Mails, webhooks, payments and label updates go on.');
}

/** Without a passphrase the sums are checked all the same, so that those who keep the file need not know it. */
async function verify(context: CommandContext, file: string, options: PassphraseOptions): Promise<void> {
  const isNamed = isPassphraseNamed(context, options);
  const passphrase = passphraseSource(context, options, { isNew: false, isStdinTaken: file === STDIO });
  let made = '';
  let bytes = 0;
  let files = 0;
  const rows = await readBackup(await openBackup(file, context, passphrase), {
    passphrase: isNamed ? passphrase : null,
    mustBeEncrypted: isNamed,
    begin: async ({ made_at, product }) => {
      made = `${made_at} by Assay ${product}`;
    },
    rows: async (_table, part) => {
      for await (const chunk of part) bytes += chunk.length;
    },
    file: async (_kind, _name, content) => {
      bytes += content.length;
      files += 1;
    },
  });
  const counts = Object.values(rows);
  const sum = counts.reduce((all, count) => all + count, 0);
  context.out(`Whole and unchanged: ${sum} rows of ${counts.length} tables, ${bytes} bytes, made ${made}.`);
  context.out(
    files === 0
      ? 'The passphrase was not tried: name it to see that it opens the secrets and keys.'
      : `${files} files of secrets and keys can be read.`,
  );
}

/** The tar file in a backup: decrypted where all of it is encrypted, and unpacked. */
async function openBackup(
  file: string,
  { signal }: CommandContext,
  passphrase: () => Promise<string>,
): Promise<AsyncIterable<Uint8Array>> {
  const { bytes } = await openSource(file, { signal });
  return unpacked(await openEncrypted(bytes, passphrase), file);
}
