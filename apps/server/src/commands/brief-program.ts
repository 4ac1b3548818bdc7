import { type Command, CommanderError } from 'commander';
import { baseProgram } from './base-program.ts';
import { COMMANDS } from './command-list.ts';

const BRIEF: readonly string[] = ['--help', '-h', 'help', '--version'];

/** Whether the list of commands answers these arguments: no command's code, and no settings, are needed. */
export function isBrief(args: readonly string[]): boolean {
  return args.length === 1 && BRIEF.includes(args[0] ?? '');
}

/** The command line as far as its help and version need it: its commands are named and do nothing. */
export function buildBriefProgram(): Command {
  const program = baseProgram();
  for (const [name, { description, usage = '' }] of COMMANDS) {
    const words = usage.split(' ');
    const declared = words.filter((word) => word !== '' && word !== '[options]');
    const command = program.command([name, ...declared].join(' ')).description(description);
    if (words.includes('[options]')) command.option('--declared-by-the-command');
  }
  return program;
}

/** Answers help or version, and returns the exit code. */
export async function runBrief(args: readonly string[]): Promise<number> {
  try {
    await buildBriefProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // How commander ends after it has printed help or version.
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}
