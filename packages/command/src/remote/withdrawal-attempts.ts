import { explainAttempt } from '@assay/wording';
import type { Command } from 'commander';
import { declareCheckPlanned, REMOTE_COMMANDS } from '../declared.ts';
import { CommandError, EXIT } from '../exit.ts';
import { refuseUnprintable } from '../input/refuse-secrets.ts';
import { tableText } from '../terminal/table-text.ts';
import { print, type RemoteContext } from './context.ts';
import { LIMIT_OPTION, readUpTo } from './lists.ts';

interface JsonOption {
  readonly json?: true;
}

interface PlannedOptions extends JsonOption {
  readonly asset: string;
  readonly network?: string;
  readonly amount: string;
  readonly as: string;
  readonly wallet?: string;
  readonly reference?: string;
  readonly idempotencyKey?: string;
}

export function registerRemoteCheckPlanned(program: Command, context: RemoteContext): void {
  declareCheckPlanned(program)
    .option('-r, --reference <text>', 'your own id for it, such as that of a withdrawal')
    .option('--idempotency-key <key>', 'the same key within 24 hours answers the same attempt, and is paid once')
    .addHelpText(
      'after',
      '\nA server rates withdrawals alone. Each address costs one check credit of the workspace, unless it is free again.',
    )
    .action(async (address: string, options: PlannedOptions) => {
      const { as, asset, network, amount, wallet, reference, idempotencyKey } = options;
      if (as !== 'withdrawal') {
        throw new CommandError(`--as is '${as}': a server rates planned withdrawals alone.`, EXIT.usage);
      }
      // The server refuses what can be a secret; it must not get there.
      for (const text of [address, ...(wallet === undefined ? [] : [wallet])]) refuseUnprintable(text);
      const { withdrawalAttempts } = await context.connect();
      const found = await withdrawalAttempts.create(
        {
          ...{ address, asset, amount, from: wallet ?? null },
          ...(network === undefined ? {} : { network }),
          ...(reference === undefined ? {} : { reference }),
        },
        { signal: context.signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
      );
      print(context, options, found, explainAttempt(found));
    });
}

export function registerWithdrawalAttempts(program: Command, context: RemoteContext): void {
  const { description } = REMOTE_COMMANDS['withdrawal-attempts'];
  const attempts = program.command('withdrawal-attempts').description(description);

  attempts
    .command('list')
    .description('List planned withdrawals, the newest first.')
    .option('-r, --reference <text>', 'only those with exactly this reference')
    .option(...LIMIT_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption & { readonly reference?: string; readonly limit: string }) => {
      const { reference } = options;
      const { withdrawalAttempts: calls } = await context.connect();
      const list = calls.list({ signal: context.signal, ...(reference === undefined ? {} : { reference }) });
      const found = await readUpTo(options.limit, list);
      const rows = found.map((one) => [
        one.id,
        one.created_at,
        `${one.amount} ${one.asset} on ${one.network}`,
        one.address,
        `${one.stars ?? 'N/A'}`,
        one.reference ?? '',
      ]);
      print(context, options, found, tableText(['id', 'created', 'amount', 'to', 'stars', 'reference'], rows));
    });

  attempts
    .command('show')
    .description('Show a planned withdrawal, as it was answered.')
    .argument('<id>', 'id of the attempt, such as wat_…')
    .option('--json', 'print JSON')
    .action(async (id: string, options: JsonOption) => {
      const found = await (await context.connect()).withdrawalAttempts.retrieve(id, { signal: context.signal });
      print(context, options, found, explainAttempt(found));
    });
}
