import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

type Register = (program: Command, context: CommandContext) => void;

/** Every command of `assay`, in the order of its help; one line each. The code of a command is loaded on request. */
const COMMANDS: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ['serve', async () => (await import('./serve.ts')).registerServe],
  ['bot', async () => (await import('./bot.ts')).registerBot],
  ['check', async () => (await import('./check.ts')).registerCheck],
  ['screen', async () => (await import('./screen.ts')).registerScreen],
  ['admin', async () => (await import('./admin.ts')).registerAdmin],
  ['config', async () => (await import('./config-check.ts')).registerConfig],
  ['backup', async () => (await import('./backup.ts')).registerBackup],
  ['validate', async () => (await import('./validate.ts')).registerValidate],
  ['labels', async () => (await import('./labels.ts')).registerLabels],
  ['transfers', async () => (await import('./transfers.ts')).registerTransfers],
  ['prices', async () => (await import('./prices.ts')).registerPrices],
  ['sources', async () => (await import('./sources.ts')).registerSources],
  ['exposure', async () => (await import('./exposure.ts')).registerExposure],
  ['report', async () => (await import('./report.ts')).registerReport],
]);

/** Registers every command. */
export async function registerAll(program: Command, context: CommandContext): Promise<void> {
  const registers = await Promise.all([...COMMANDS.values()].map((load) => load()));
  for (const register of registers) register(program, context);
}

/** Registers the command that these arguments begin with; every command where they begin with none. */
export async function registerFor(args: readonly string[], program: Command, context: CommandContext): Promise<void> {
  const load = COMMANDS.get(args[0] ?? '');
  if (load === undefined) return registerAll(program, context);
  const register = await load();
  register(program, context);
}
