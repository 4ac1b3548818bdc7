import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import { BackupError, RestoreLogError } from '../../modules/backup/index.ts';
import { KeyFileError } from '../../modules/reports/outside/signing/key-file-error.ts';
import { NewerSchemaError } from '../../platform/db/index.ts';
import { SourceError } from '../../platform/intake/index.ts';
import type { CommandContext } from '../context.ts';
import { PASSPHRASE_OPTION, type PassphraseOptions } from './ask-passphrase.ts';
import { type CreateOptions, createBackup } from './create.ts';
import { type RestoreOptions, restore } from './restore.ts';
import { type RestoredOptions, restored } from './restored.ts';
import { type ResumeOptions, resume } from './resume.ts';
import { verify } from './verify.ts';

/** `assay backup …`: one file with the database, the secrets and the keys of an installation. */
export function registerBackup(program: Command, context: CommandContext): void {
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
