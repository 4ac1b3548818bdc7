/** The `assay` program as `assay --help` describes it, read from the registered commands themselves. */

import { buildProgram } from '../../apps/server/src/commands/program.ts';
import type { CommandContext } from '../../apps/server/src/platform/command/context.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import type { KnownCommand } from './doc-commands.ts';

type Command = Awaited<ReturnType<typeof buildProgram>>;
type Values = 'none' | 'one' | 'several';

export async function assayProgram(): Promise<KnownCommand> {
  return describe(await buildProgram(DEFAULTS));
}

/** Some commands name a setting in their help; none does anything before it is run. */
const DEFAULTS: CommandContext = {
  config: readConfig({}),
  environment: {},
  openDatabase: () => Promise.reject(new Error('only the help of the commands is read')),
  out: () => undefined,
  err: () => undefined,
  progress: () => undefined,
  signal: new AbortController().signal,
};

function describe(command: Command): KnownCommand {
  const flags = command.options.flatMap(({ short, long, required, optional, variadic }) => {
    const takes = variadic ? 'several' : required || optional ? 'one' : 'none';
    return [short, long].flatMap((flag): [string, Values][] => (flag == null ? [] : [[flag, takes]]));
  });
  const own = command.registeredArguments;
  return {
    name: command.name(),
    commands: [...command.commands.map(describe), ...(command.commands.length > 0 ? [HELP] : [])],
    options: new Map([...flags, ['--help', 'none'], ['-h', 'none']]),
    maxArguments: own.at(-1)?.variadic === true ? Number.POSITIVE_INFINITY : own.length,
  };
}

const HELP: KnownCommand = { name: 'help', commands: [], options: new Map(), maxArguments: 1 };
