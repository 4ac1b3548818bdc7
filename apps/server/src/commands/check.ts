import { declareCheck } from '@assay/command';
import type { Command } from 'commander';
import type { CommandContext } from '../platform/command/context.ts';
import { METHOD_OPTION } from './method-option.ts';
import type { CheckOptions } from './run-check.ts';

export function registerCheck(program: Command, context: CommandContext): void {
  declareCheck(program)
    .option('-m, --method <version>', METHOD_OPTION)
    .addHelpText('after', '\nWithout a server it takes no check from any balance.')
    .action(async (text: string, options: CheckOptions) => {
      // Loaded here: help does not wait for the code of a check.
      const { runCheck } = await import('./run-check.ts');
      await runCheck(context, text, options);
    });
}
