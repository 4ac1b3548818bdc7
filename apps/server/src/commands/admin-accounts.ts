import { CommandError, EXIT, printable, tableText } from '@assay/command';
import type { Command } from 'commander';
import { listAccounts } from '../modules/accounts/index.ts';
import type { CommandContext } from '../platform/command/context.ts';

interface ListOptions {
  readonly owing?: true;
  readonly json?: true;
  readonly limit: string;
}

/** `assay admin accounts`: what accounts have, and what they owe. */
export function registerAccounts(admin: Command, context: CommandContext): void {
  admin
    .command('accounts')
    .description('List accounts and companies with their checks, what they owe and what they charged back')
    .option('--owing', 'only those that owe checks which were spent and paid back')
    .option('--limit <number>', 'at most so many, those that owe most first', '1000')
    .option('--json', 'print them as JSON')
    .action((options: ListOptions) => list(context, options));
}

async function list(context: CommandContext, { owing, json, limit }: ListOptions): Promise<void> {
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new CommandError('--limit must be 1 to 999999.', EXIT.usage);
  const pool = await context.openDatabase();
  const found = await listAccounts(pool, { isOwing: owing === true, now: new Date(), limit: Number(limit) });
  if (json === true) return context.out(JSON.stringify(found, null, 2));
  if (found.length === 0) return context.out(owing === true ? 'No account owes checks.' : 'There are no accounts.');
  const rows = found.map(({ sub, name, checks, used, owed, chargebacks }) => [
    printable(name ?? sub),
    ...[checks, used, owed, chargebacks].map(String),
  ]);
  context.out(tableText(['account', 'checks', 'used', 'owed', 'charged back'], rows));
}
