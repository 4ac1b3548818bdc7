import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../platform/command/context.ts';
import { readConfig } from '../platform/config/config.ts';
import { buildBriefProgram, buildHelpProgram, isBrief, isHelpOfCommand } from './brief-program.ts';
import { COMMANDS } from './command-list.ts';
import { buildProgram, buildProgramFor } from './program.ts';

const CONTEXT: CommandContext = {
  config: readConfig({}),
  environment: {},
  openDatabase: () => Promise.reject(new Error('only the help of the commands is read')),
  out: () => undefined,
  err: () => undefined,
  progress: () => undefined,
  signal: new AbortController().signal,
};

const all = await buildProgram(CONTEXT);
const nameOf = (command: { name(): string }) => command.name();

describe('the command line for given arguments', () => {
  it.each([...COMMANDS.keys()])('loads nothing else for %s, which it describes as with all commands', async (name) => {
    const program = await buildProgramFor([name, '--help'], CONTEXT);
    expect(program.createHelp().visibleCommands(program).map(nameOf)).toEqual([name, 'help']);
    const whole = all.commands.find((command) => command.name() === name);
    expect(program.commands[0]?.helpInformation()).toBe(whole?.helpInformation());
  });

  it.each([[], ['--help'], ['help', 'check'], ['chekc'], ['toString']])(
    'has every command where no command comes first: %j',
    async (...args) => {
      const program = await buildProgramFor(args, CONTEXT);
      expect(program.helpInformation()).toBe(all.helpInformation());
    },
  );
});

describe('the command line without its commands', () => {
  it('has the help of the whole one', () => {
    expect(buildBriefProgram().helpInformation()).toBe(all.helpInformation());
  });

  it.each([['--help'], ['-h'], ['help'], ['--version']])('answers %s', (arg) => {
    expect(isBrief([arg])).toBe(true);
  });

  it.each([[], ['check'], ['check', '--help'], ['help', 'check'], ['--help', 'check']])(
    'leaves %j to the whole one',
    (...args) => {
      expect(isBrief(args)).toBe(false);
    },
  );
});

describe('the help of one command', () => {
  it.each([...COMMANDS.keys()])(
    'is that of the whole command line, without settings or a database: %s',
    async (name) => {
      const program = await buildHelpProgram([name, '--help']);
      const whole = all.commands.find((command) => command.name() === name);
      expect(program.commands[0]?.helpInformation()).toBe(whole?.helpInformation());
    },
  );

  it.each([
    [['check', '--help'], true],
    [['transfers', 'import', '-h'], true],
    [['--help'], false],
    [['nothing', '--help'], false],
    [['check', '--json', '--help'], false],
    [['check', '--', '--help'], false],
    [['check', '--help', 'address'], false],
  ])('is what %j asks for: %s', (args, isAsked) => {
    expect(isHelpOfCommand(args)).toBe(isAsked);
  });
});
