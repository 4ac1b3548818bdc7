import { explainTransfer } from '@assay/wording';
import type { Command } from 'commander';
import type { NewTransfer } from '../../../client/src/index.ts';
import { declareCheckTransaction, REMOTE_COMMANDS } from '../declared.ts';
import { CommandError, EXIT } from '../exit.ts';
import { tableText } from '../terminal/table-text.ts';
import { print, type RemoteContext } from './context.ts';
import { LIMIT_OPTION, readUpTo } from './lists.ts';

interface JsonOption {
  readonly json?: true;
}

interface TransactionOptions extends JsonOption {
  readonly asset: string;
  readonly network?: string;
  readonly side: string;
  readonly as?: string;
  readonly reference?: string;
  readonly idempotencyKey?: string;
}

const again = (id: string) => `assay checked-transfers show ${id}`;

export function registerRemoteCheckTransaction(program: Command, context: RemoteContext): void {
  declareCheckTransaction(program)
    .option('-r, --reference <text>', 'your own id for it, such as that of a deposit')
    .option('--idempotency-key <key>', 'the same key within 24 hours answers the same transfer, and is paid once')
    .addHelpText('after', '\nIt costs one check credit of the workspace, unless it is free again.')
    .action(async (transaction: string, options: TransactionOptions) => {
      const { idempotencyKey } = options;
      const wanted = wishOf(transaction, options);
      const found = await (await context.connect()).transfers.createAndWait(wanted, {
        signal: context.signal,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      print(context, options, found, explainTransfer(found, again(found.id)));
      if (found.status === 'failed') throw new CommandError('', EXIT.failed);
    });
}

function wishOf(transaction: string, { asset, network, side, as, reference }: TransactionOptions): NewTransfer {
  const direction = directionOf(as);
  const named = isDirection(side) ? side : null;
  if (named !== null && direction !== null && named !== direction) {
    throw new CommandError('--side and --as name two directions.', EXIT.usage);
  }
  return {
    ...{ transaction, asset, address: named === null ? side : null, direction: named ?? direction },
    ...(network === undefined ? {} : { network }),
    ...(reference === undefined ? {} : { reference }),
  };
}

function directionOf(as: string | undefined): 'deposit' | 'withdrawal' | null {
  if (as === undefined || isDirection(as)) return as ?? null;
  throw new CommandError(`--as is '${as}', not 'deposit' or 'withdrawal'.`, EXIT.usage);
}

function isDirection(text: string): text is 'deposit' | 'withdrawal' {
  return text === 'deposit' || text === 'withdrawal';
}

export function registerCheckedTransfers(program: Command, context: RemoteContext): void {
  const transfers = program.command('checked-transfers').description(REMOTE_COMMANDS['checked-transfers'].description);

  transfers
    .command('list')
    .description('List checks of payments, the newest first.')
    .option('-r, --reference <text>', 'only those with exactly this reference')
    .option(...LIMIT_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption & { readonly reference?: string; readonly limit: string }) => {
      const { reference } = options;
      const { transfers: calls } = await context.connect();
      const list = calls.list({ signal: context.signal, ...(reference === undefined ? {} : { reference }) });
      const found = await readUpTo(options.limit, list);
      const rows = found.map((one) => [
        one.id,
        one.created_at,
        `${one.asset} on ${one.network}`,
        one.payment.direction,
        one.payment.transaction_id,
        one.status === 'completed' ? `${one.stars ?? 'N/A'}` : one.status,
        one.reference ?? '',
      ]);
      const head = ['id', 'created', 'asset', 'payment', 'transaction', 'stars', 'reference'];
      print(context, options, found, tableText(head, rows));
    });

  transfers
    .command('show')
    .description('Show a check of a payment, and what it came to.')
    .argument('<id>', 'id of the transfer, such as trf_…')
    .option('--json', 'print JSON')
    .action(async (id: string, options: JsonOption) => {
      const found = await (await context.connect()).transfers.retrieve(id, { signal: context.signal });
      print(context, options, found, explainTransfer(found, again(id)));
    });

  transfers
    .command('cancel')
    .description('End one that runs. It costs nothing then.')
    .argument('<id>', 'id of the transfer, such as trf_…')
    .option('--json', 'print JSON')
    .action(async (id: string, options: JsonOption) => {
      const found = await (await context.connect()).transfers.cancel(id, { signal: context.signal });
      print(context, options, found, `${found.id} is ended: ${found.failure?.code ?? found.status}.`);
    });
}
