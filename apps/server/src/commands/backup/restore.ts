import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, EXIT, STDIO } from '@assay/command';
import { openDatabase } from '../../app/databases/open-database.ts';
import { assertNoFiles, BackupError, removeFiles, restoreBackup } from '../../modules/backup/index.ts';
import { migrate, migrateTo } from '../../platform/db/index.ts';
import type { CommandContext } from '../context.ts';
import { type AfterRestoreOptions, afterRestore, logFilesOf } from './after-restore.ts';
import { isPassphraseNamed, type PassphraseOptions, passphraseSource } from './ask-passphrase.ts';
import { foldersOf } from './folders.ts';
import { openBackup } from './open-backup.ts';

export type RestoreOptions = PassphraseOptions & AfterRestoreOptions;

export async function restore(context: CommandContext, file: string, options: RestoreOptions): Promise<void> {
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
  const database = await openDatabase(config, { isServer: true, hasNoSchema: true, signal, report: progress });
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
