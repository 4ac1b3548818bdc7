import type { Command } from 'commander';
import type { CommandContext } from '../platform/command/context.ts';
import { COMMANDS } from './command-list.ts';
import { PRODUCT_PORTS } from './product-ports.ts';

/** Registers every command. */
export async function registerAll(program: Command, context: CommandContext): Promise<void> {
  const registers = await Promise.all([...COMMANDS.values()].map(({ load }) => load()));
  for (const register of registers) register(program, context, PRODUCT_PORTS);
  describe(program);
}

/** Registers the command that these arguments begin with; every command where they begin with none. */
export async function registerFor(args: readonly string[], program: Command, context: CommandContext): Promise<void> {
  const listed = COMMANDS.get(args[0] ?? '');
  if (listed === undefined) return registerAll(program, context);
  const register = await listed.load();
  register(program, context, PRODUCT_PORTS);
  describe(program);
}

function describe(program: Command): void {
  for (const command of program.commands) {
    const listed = COMMANDS.get(command.name());
    if (listed !== undefined) command.description(listed.description);
  }
}
