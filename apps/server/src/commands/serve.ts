import type { Command } from 'commander';
import { type CommandContext, CommandError, EXIT } from './context.ts';

export function registerServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('Start the product: database, site, API and background jobs.')
    .action(async () => {
      // Loaded here: no other command waits for the web server's code.
      const { serve } = await import('../main.ts');
      await serve(context.config, context);
      // Being asked to stop is how a server ends well, not a cancelled piece of work.
      throw new CommandError('', EXIT.ok);
    });
}
