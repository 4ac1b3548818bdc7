import { CommandError, EXIT } from '@assay/command';
import type { CommandContext } from '../context.ts';
import { type AfterRestoreOptions, afterRestore } from './after-restore.ts';

export interface RestoredOptions extends AfterRestoreOptions {
  readonly to: string;
}

/** For a database that PostgreSQL itself restored: what `backup restore` does after its rows are in. */
export async function restored(context: CommandContext, options: RestoredOptions): Promise<void> {
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
