import { type Command, Option } from 'commander';
import type { Batch } from '../../../client/src/index.ts';
import { REMOTE_COMMANDS } from '../declared.ts';
import { saveStream } from '../terminal/save-stream.ts';
import { tableText } from '../terminal/table-text.ts';
import { print, type RemoteContext } from './context.ts';
import { LIMIT_OPTION, readUpTo } from './lists.ts';

interface JsonOption {
  readonly json?: true;
}

const FORMATS = ['csv', 'jsonl', 'parquet'] as const;

export function registerBatches(program: Command, context: RemoteContext): void {
  const batches = program.command('batches').description(REMOTE_COMMANDS.batches.description);
  const one = (name: string, description: string): Command =>
    batches
      .command(name)
      .description(description)
      .argument('<id>', 'id of the batch, such as bat_…')
      .option('--json', 'print JSON');

  batches
    .command('list')
    .description('List batches, the newest first.')
    .option(...LIMIT_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: JsonOption & { readonly limit: string }) => {
      const found = await readUpTo(options.limit, (await context.connect()).batches.list({ signal: context.signal }));
      const rows = found.map((batch) => [
        batch.id,
        batch.created_at,
        batch.status,
        String(batch.rows.total),
        String(batch.rows.waiting),
        batch.name ?? '',
      ]);
      print(context, options, found, tableText(['id', 'created', 'status', 'rows', 'waiting', 'name'], rows));
    });

  one('show', 'Show a batch, and how far it is.').action(async (id: string, options: JsonOption) => {
    const batch = await (await context.connect()).batches.retrieve(id, { signal: context.signal });
    print(context, options, batch, lineOf(batch));
  });
  one('resume', 'Have a paused batch go on.').action(async (id: string, options: JsonOption) => {
    const batch = await (await context.connect()).batches.resume(id, { signal: context.signal });
    print(context, options, batch, lineOf(batch));
  });
  one('cancel', 'End a batch: nothing else is checked, and what runs costs nothing.').action(
    async (id: string, options: JsonOption) => {
      const batch = await (await context.connect()).batches.cancel(id, { signal: context.signal });
      print(context, options, batch, lineOf(batch));
    },
  );

  batches
    .command('results')
    .description('Read the results of a batch, also while it runs.')
    .argument('<id>', 'id of the batch, such as bat_…')
    .option('-o, --out <file>', 'where to write them; - for stdout', '-')
    .addOption(new Option('-f, --format <format>', 'of the file').choices(FORMATS).default('csv'))
    .addOption(new Option('--json', 'JSON Lines, an object a row').implies({ format: 'jsonl' }))
    .action(async (id: string, { out, format }: ResultsOptions) => {
      const assay = await context.connect();
      const file = await assay.batches.resultsFile(id, format, { signal: context.signal });
      await saveStream(file, out, context.signal);
    });
}

interface ResultsOptions {
  readonly out: string;
  readonly format: (typeof FORMATS)[number];
}

function lineOf({ id, status, pause_reason: reason, rows, checks_charged: charged }: Batch): string {
  const state = reason === null ? status : `${status} (${reason})`;
  return `${id} is ${state}: ${rows.total} rows, ${rows.waiting} waiting, ${rows.rated} rated, ${rows.not_rated} not rated, ${rows.invalid} invalid, ${rows.failed} failed. ${charged} check credits spent.`;
}
