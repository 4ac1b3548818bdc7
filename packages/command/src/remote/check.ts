import { explainCheck } from '@assay/wording';
import type { Command } from 'commander';
import { declareCheck } from '../declared.ts';
import { CommandError, EXIT } from '../exit.ts';
import { readAddressArgument } from '../input/read-address.ts';
import { refuseUnprintable } from '../input/refuse-secrets.ts';
import { print, type RemoteContext } from './context.ts';

interface CheckOptions {
  readonly asset: string;
  readonly parent?: string;
  readonly reference?: string;
  readonly idempotencyKey?: string;
  readonly evidence?: true;
  readonly json?: true;
}

export function registerRemoteCheck(program: Command, context: RemoteContext): void {
  declareCheck(program)
    .option('-r, --reference <text>', 'your own id for it, such as that of a deposit')
    .option('--idempotency-key <key>', 'the same key within 24 hours answers the same check, and is paid once')
    .option('--evidence', 'with --json: rows, paths and transactions too')
    .addHelpText('after', '\nIt costs one check credit of the workspace, unless it is free again.')
    .action((address: string, options: CheckOptions) => check(address, options, context));
}

async function check(argument: string, options: CheckOptions, context: RemoteContext): Promise<void> {
  const address = await readAddressArgument(argument, context);
  // The server refuses what can be a secret; it must not get there.
  refuseUnprintable(address);
  const { asset, parent, reference, idempotencyKey } = options;
  const assay = await context.connect();
  const found = await assay.checks.createAndWait(
    {
      address,
      asset,
      ...(parent === undefined ? {} : { network: parent }),
      ...(reference === undefined ? {} : { reference }),
      ...(options.evidence === true ? { expand: ['evidence'] } : {}),
    },
    { signal: context.signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
  );
  print(context, options, found, explainCheck(found, `assay checks show ${found.id}`));
  if (found.status === 'failed') throw new CommandError('', EXIT.failed);
}
