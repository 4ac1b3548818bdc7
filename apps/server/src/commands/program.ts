import { Command } from 'commander';
import { PRODUCT_VERSION } from '../kernel/product-version.ts';
import type { CommandContext } from './context.ts';
import { registerAll, registerFor } from './register-all.ts';

/** The `assay` command line with all its commands. */
export async function buildProgram(context: CommandContext): Promise<Command> {
  const program = emptyProgram(context);
  await registerAll(program, context);
  return program;
}

/** The `assay` command line as far as these arguments need it: it starts sooner without the code of other commands. */
export async function buildProgramFor(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = emptyProgram(context);
  await registerFor(args, program, context);
  return program;
}

/** It throws where commander would end the process. */
function emptyProgram(context: CommandContext): Command {
  const fail = context.service?.fail;
  return new Command('assay')
    .description('Risk checks of wallet addresses, and the labels and records behind them.')
    .version(PRODUCT_VERSION, '--version', 'print the version')
    .exitOverride()
    .configureOutput(fail === undefined ? {} : { writeErr: (text) => fail(text.trimEnd()) })
    .showHelpAfterError('(assay --help lists the commands)');
}
