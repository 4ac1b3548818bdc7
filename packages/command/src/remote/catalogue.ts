import type { Command } from 'commander';
import { REMOTE_COMMANDS } from '../declared.ts';
import { tableText } from '../terminal/table-text.ts';
import { print, type RemoteContext } from './context.ts';
import { LIMIT_OPTION, readUpTo } from './lists.ts';

interface JsonOption {
  readonly json?: true;
}

export function registerUsage(program: Command, context: RemoteContext): void {
  program
    .command('usage')
    .description(REMOTE_COMMANDS.usage.description)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => {
      const usage = await (await context.connect()).usage({ signal: context.signal });
      const { mode, checks_left: left, key } = usage;
      const limit = key.monthly_limit === null ? '' : ` of ${key.monthly_limit}`;
      const lines = [
        mode === 'test' ? 'Test key: it spends nothing.' : `${left} check credits left.`,
        `Key '${key.name}' may: ${key.scopes.join(', ')}.`,
        `Spent in ${key.month}: ${key.spent}${limit}.`,
      ];
      print(context, options, usage, lines.join('\n'));
    });
}

export function registerAssets(program: Command, context: RemoteContext): void {
  program
    .command('assets')
    .description(REMOTE_COMMANDS.assets.description)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => {
      const assets = await (await context.connect()).assets({ signal: context.signal });
      const rows = assets.map((one) => [one.asset, one.network, one.name, one.is_followed ? 'followed' : 'form only']);
      print(context, options, assets, tableText(['asset', 'network', 'name', 'money'], rows));
    });
}

export function registerNetworks(program: Command, context: RemoteContext): void {
  program
    .command('networks')
    .description(REMOTE_COMMANDS.networks.description)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => {
      const networks = await (await context.connect()).networks({ signal: context.signal });
      const rows = networks.map((one) => [one.id, one.name, one.ledger ?? 'form only']);
      print(context, options, networks, tableText(['network', 'name', 'ledger'], rows));
    });
}

export function registerEvents(program: Command, context: RemoteContext): void {
  program
    .command('events')
    .description(REMOTE_COMMANDS.events.description)
    .option(...LIMIT_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption & { readonly limit: string }) => {
      const events = await readUpTo(options.limit, (await context.connect()).events.list({ signal: context.signal }));
      const rows = events.map((one) => [one.timestamp, one.type, 'id' in one.data ? String(one.data.id) : '', one.id]);
      print(context, options, events, tableText(['time', 'event', 'of', 'id'], rows));
    });
}
