import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import type { CommandContext } from '../platform/command/context.ts';
import { appliedMigrations } from '../platform/db/migrate.ts';
import { PRODUCT_VERSION } from '../platform/kernel/product-version.ts';

/** `assay migrate`: the schema of this version, without a server. */
export function registerMigrate(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('Bring the schema of the database up to this version, and end. A start does the same.')
    .addHelpText(
      'after',
      '\nServers of the version before work on with the new schema. Exit codes: 0 the schema is that of this version, ' +
        '3 a migration failed (those before it stay, and the next run goes on from there), or the schema is that of a newer version.',
    )
    .action(async () => {
      const pool = await context.openDatabase();
      const names = [...(await appliedMigrations(pool))];
      context.out(
        `The schema is that of version ${PRODUCT_VERSION}: ${countOf(names.length, 'migration')}, the last ${names.at(-1)}.`,
      );
    });
}
