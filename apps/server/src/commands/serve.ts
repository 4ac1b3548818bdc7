import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import { type CommandContext, serviceOf } from '../platform/command/context.ts';

export function registerServe(program: Command, context: CommandContext): void {
  program.command('serve').action(async () => {
    // Loaded here: no other command waits for the web server's code.
    const { serve } = await import('../main.ts');
    await serve(context.config, { ...serviceOf(context), signal: context.signal });
    // A stop on request is a success of the server, not a cancelled command.
    throw new CommandError('', EXIT.ok);
  });
}
