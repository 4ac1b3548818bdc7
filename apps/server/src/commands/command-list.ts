import { assayProgram, REMOTE_COMMANDS, SHARED_COMMANDS } from '@assay/command';
import type { Command } from 'commander';
import { BACKUP_COMMANDS } from '../modules/backup/commands/list.ts';
import { BOT_COMMANDS } from '../modules/bot/commands/list.ts';
import { NODES_COMMANDS } from '../modules/nodes/commands/list.ts';
import { WAREHOUSE_COMMANDS } from '../modules/warehouse/commands/list.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { ListedCommand, Register } from '../platform/command/listed-command.ts';
import { PRODUCT_VERSION } from '../platform/kernel/product-version.ts';
import { PRODUCT_PORTS, type ProductPorts } from './product-ports.ts';

/** Every command of `assay`, in the order of its help. Those of modules that can be left out are lines of their own. */
export const COMMANDS: ReadonlyMap<string, ListedCommand<ProductPorts>> = new Map<string, ListedCommand<ProductPorts>>([
  [
    'serve',
    {
      description: 'Start the product: database, site, API and background jobs.',
      load: async () => (await import('./serve.ts')).registerServe,
    },
  ],
  ...BOT_COMMANDS,
  [
    'check',
    {
      ...SHARED_COMMANDS.check,
      load: async () => (await import('./check.ts')).registerCheck,
    },
  ],
  [
    'check-transaction',
    {
      ...SHARED_COMMANDS['check-transaction'],
      load: async () => (await import('./check-transaction.ts')).registerCheckTransaction,
    },
  ],
  [
    'check-planned',
    {
      ...SHARED_COMMANDS['check-planned'],
      load: async () => (await import('./check-planned.ts')).registerCheckPlanned,
    },
  ],
  [
    'counterparties',
    {
      description: 'List who paid an address and whom it paid, by imported records.',
      usage: '[options] <address>',
      load: async () => (await import('./counterparties.ts')).registerCounterparties,
    },
  ],
  [
    'screen',
    {
      ...SHARED_COMMANDS.screen,
      load: async () => (await import('./screen.ts')).registerScreen,
    },
  ],
  [
    'admin',
    {
      description: 'Administrators, suspended accounts, checks given by hand, audit',
      load: async () => (await import('./admin.ts')).registerAdmin,
    },
  ],
  [
    'grants',
    {
      description: 'What was given for nothing, and what its limits refused.',
      usage: '[options]',
      load: async () => (await import('./grants.ts')).registerGrants,
    },
  ],
  [
    'config',
    {
      description: 'The settings as they count, and what is missing.',
      load: async () => (await import('./config-check.ts')).registerConfig,
    },
  ],
  [
    'migrate',
    {
      description: 'Bring the schema of the database up to this version, and end.',
      load: async () => (await import('./migrate.ts')).registerMigrate,
    },
  ],
  ...BACKUP_COMMANDS,
  [
    'validate',
    {
      ...SHARED_COMMANDS.validate,
      load: async () => (await import('@assay/command/input')).registerValidate,
    },
  ],
  [
    'labels',
    {
      description: 'Labels: who an address belongs to, by whose word',
      load: async () => (await import('./labels.ts')).registerLabels,
    },
  ],
  [
    'transfers',
    {
      description: 'Records of transfers: import them, see what is held.',
      load: async () => (await import('./transfers.ts')).registerTransfers,
    },
  ],
  ...WAREHOUSE_COMMANDS,
  ...NODES_COMMANDS,
  [
    'prices',
    {
      description: 'Daily prices in US dollars: import them, see what is held.',
      load: async () => (await import('./prices.ts')).registerPrices,
    },
  ],
  [
    'sources',
    {
      description: 'Who is asked for each chain read live, what is left of their quotas, and whom we leave alone.',
      usage: '[options]',
      load: async () => (await import('./sources.ts')).registerSources,
    },
  ],
  [
    'exposure',
    {
      description: 'Exact exposure over all records at once.',
      load: async () => (await import('./exposure.ts')).registerExposure,
    },
  ],
  [
    'report',
    {
      description: 'Verify and recompute reports, and keep the keys that sign them.',
      load: async () => (await import('./report.ts')).registerReport,
    },
  ],
  ...remoteCommands(),
  // The last one: it completes the commands that are registered before it.
  [
    'completion',
    {
      ...SHARED_COMMANDS.completion,
      load: async () => {
        const { addCompletion } = await import('@assay/command/remote');
        return (program, { out }) => addCompletion(program, out);
      },
    },
  ],
]);

/** Those that only a server answers: here they are listed, and `index.ts` hands them over. */
function* remoteCommands(): Generator<[string, ListedCommand]> {
  for (const [name, facts] of Object.entries(REMOTE_COMMANDS)) {
    const load = async (): Promise<Register> => {
      const { remoteCommand } = await import('@assay/command/remote');
      return (program, context) => void program.addCommand(remoteCommand(name, PRODUCT_VERSION, context));
    };
    yield [name, { ...facts, load }];
  }
}

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

/** `assay` as an installation has it, without its commands. */
export function baseProgram(): Command {
  return assayProgram(PRODUCT_VERSION).option(
    '--create',
    'make a database where there is none; otherwise only serve and backup restore do',
  );
}
