import { explainCheck } from '@assay/wording';
import type { Command } from 'commander';
import { REMOTE_COMMANDS } from '../declared.ts';
import { tableText } from '../terminal/table-text.ts';
import { print, type RemoteContext } from './context.ts';
import { LIMIT_OPTION, readUpTo } from './lists.ts';

interface JsonOption {
  readonly json?: true;
}

export function registerChecks(program: Command, context: RemoteContext): void {
  const checks = program.command('checks').description(REMOTE_COMMANDS.checks.description);

  checks
    .command('list')
    .description('List checks, the newest first.')
    .option('-r, --reference <text>', 'only those with exactly this reference')
    .option(...LIMIT_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption & { readonly reference?: string; readonly limit: string }) => {
      const { reference } = options;
      const assay = await context.connect();
      const list = assay.checks.list({ signal: context.signal, ...(reference === undefined ? {} : { reference }) });
      const found = await readUpTo(options.limit, list);
      const rows = found.map((one) => [
        one.id,
        one.created_at,
        `${one.asset} on ${one.network}`,
        one.address,
        one.status === 'completed' ? `${one.stars ?? 'N/A'}` : one.status,
        one.reference ?? '',
      ]);
      print(context, options, found, tableText(['id', 'created', 'asset', 'address', 'stars', 'reference'], rows));
    });

  checks
    .command('show')
    .description('Show a check, and what it came to.')
    .argument('<id>', 'id of the check, such as chk_…')
    .option('--evidence', 'with --json: rows, paths and transactions too')
    .option('--json', 'print JSON')
    .action(async (id: string, options: JsonOption & { readonly evidence?: true }) => {
      const expand = options.evidence === true ? (['evidence'] as const) : [];
      const found = await (await context.connect()).checks.retrieve(id, { expand, signal: context.signal });
      print(context, options, found, explainCheck(found, `assay checks show ${id}`));
    });

  checks
    .command('cancel')
    .description('End a running check. It costs nothing then.')
    .argument('<id>', 'id of the check, such as chk_…')
    .option('--json', 'print JSON')
    .action(async (id: string, options: JsonOption) => {
      const found = await (await context.connect()).checks.cancel(id, { signal: context.signal });
      print(context, options, found, `${found.id} is ended: ${found.failure?.code ?? found.status}.`);
    });
}
