import type { Command } from 'commander';
import { serve } from '../main.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';

export function registerServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('Start the product: database, site, API and background jobs.')
    .action(async () => {
      await serve(context.config, context);
      // Being asked to stop is how a server ends well, not a cancelled piece of work.
      throw new CommandError('', EXIT.ok);
    });
}
