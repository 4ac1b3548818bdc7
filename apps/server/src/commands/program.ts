import type { Command } from 'commander';
import type { CommandContext } from '../platform/command/context.ts';
import { baseProgram, registerAll, registerFor } from './command-list.ts';

/** The `assay` command line with all its commands. */
export async function buildProgram(context: CommandContext): Promise<Command> {
  const program = programOf(context);
  await registerAll(program, context);
  return program;
}

/** The `assay` command line as far as these arguments need it: it starts sooner without the code of other commands. */
export async function buildProgramFor(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = programOf(context);
  await registerFor(args, program, context);
  return program;
}

function programOf({ service }: CommandContext): Command {
  const fail = service?.fail;
  return baseProgram().configureOutput(fail === undefined ? {} : { writeErr: (text) => fail(text.trimEnd()) });
}
