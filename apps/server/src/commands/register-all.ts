import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { registerServe } from './serve.ts';

/** Every command of `assay`; one line each. */
export function registerAll(program: Command, context: CommandContext): void {
  registerServe(program, context);
}
