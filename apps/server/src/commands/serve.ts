import type { Command } from 'commander';
import { serve } from '../main.ts';
import type { CommandContext } from './context.ts';

export function registerServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('Start the product: database, site, API and background jobs.')
    .action(async () => {
      await serve(context.config, { signal: context.signal, out: context.out, err: context.err });
    });
}
