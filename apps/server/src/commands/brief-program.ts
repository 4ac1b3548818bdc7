import { type Command, CommanderError } from 'commander';
import type { CommandContext } from '../platform/command/context.ts';
import { baseProgram, COMMANDS, registerFor } from './command-list.ts';

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

/** Whether these arguments ask for the help of one command: its words, then `--help`, and nothing else. */
export function isHelpOfCommand(args: readonly string[]): boolean {
  const [command = '', ...rest] = args;
  const last = rest.pop();
  return (last === '--help' || last === '-h') && COMMANDS.has(command) && rest.every((word) => !word.startsWith('-'));
}

/** The command line with the first command of the arguments, which is there to be described and cannot act. */
export async function buildHelpProgram(args: readonly string[]): Promise<Command> {
  const program = baseProgram();
  await registerFor(args, program, NOTHING_OPEN);
  return program;
}

/** What commands are given that only describe themselves: they pass it on to what acts, and read nothing of it. */
const NOTHING_OPEN = {} as CommandContext;

/** Answers help or version, and returns the exit code. */
export async function runBrief(args: readonly string[]): Promise<number> {
  try {
    const program = isHelpOfCommand(args) ? await buildHelpProgram(args) : buildBriefProgram();
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // How commander ends after it has printed help or version.
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}
