import { CommandError, EXIT } from '@assay/command';
import { ASSETS, usualTicker } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import { importPrices, type PriceImportSummary, pricesStore } from '../modules/chains/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { SourceError } from '../platform/intake/index.ts';

const SHOWN_REJECTS = 5;
const SOURCE_NAME = /^[\w][\w .:/-]{0,63}$/;

interface ImportOptions {
  readonly asset: string;
  readonly in: string;
  readonly source?: string;
  readonly json?: true;
}

/** `assay prices …`: daily prices of coins on the days of their transfers. */
export function registerPrices(program: Command, context: CommandContext): void {
  const prices = program.command('prices');

  prices
    .command('import')
    .description(
      'Import a CSV file of daily prices. The same file again changes nothing; another price replaces a day’s.',
    )
    .requiredOption('--asset <ticker>', 'whose prices they are, such as BTC; on every network')
    .requiredOption(
      '--in <file-or-url>',
      'a CSV file with a column of days and one of prices; .gz is unpacked; - for stdin',
    )
    .option('--source <name>', 'what results call these prices (default: the file’s name)')
    .option('--json', 'print the summary as JSON')
    .action((options: ImportOptions) => runImport(context, options));

  prices
    .command('list')
    .description('What is held of each asset, by source.')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: true }) => {
      const held = await pricesStore.series(await context.openDatabase());
      if (options.json === true) context.out(JSON.stringify(held));
      else if (held.length === 0) context.out('No prices are held.');
      else {
        for (const { ticker, source, origin, days, firstDay, lastDay } of held) {
          context.out(
            `${ticker.padEnd(8)} ${firstDay} to ${lastDay}  ${formatCount(days)} days  ${source} (${origin})`,
          );
        }
      }
    });

  prices
    .command('remove')
    .description('Remove the prices of an asset. Results that were made with them keep theirs.')
    .requiredOption('--asset <ticker>')
    .option('--source <name>', 'only those of this source')
    .action(async ({ asset, source }: { asset: string; source?: string }) => {
      const removed = await pricesStore.remove(await context.openDatabase(), usualTicker(asset), source ?? null);
      context.out(`days removed     ${formatCount(removed)}`);
    });
}

async function runImport(context: CommandContext, options: ImportOptions): Promise<void> {
  const ticker = usualTicker(options.asset);
  if (!ASSETS.some((asset) => asset.ticker === ticker)) {
    throw new CommandError(`${options.asset} is not on the list of assets.`, EXIT.usage);
  }
  if (options.source !== undefined && !SOURCE_NAME.test(options.source)) {
    throw new CommandError('--source is a name of up to 64 letters, digits, spaces and . : / - _', EXIT.usage);
  }
  const pool = await context.openDatabase();
  const { signal } = context;
  const request = { ticker, location: options.in, source: options.source ?? null, now: new Date(), signal };
  const summary = await importPrices(pool, request).catch((error: unknown) => {
    throw error instanceof SourceError ? new CommandError(error.message, EXIT.usage, { cause: error }) : error;
  });
  if (options.json === true) context.out(JSON.stringify(summary));
  else printSummary(context, summary);
  if (summary.days === 0) throw new CommandError('No price could be read.', EXIT.usage);
}

function printSummary({ out, err }: CommandContext, summary: PriceImportSummary): void {
  const { firstDay, lastDay, rejected } = summary;
  out(`rows read        ${formatCount(summary.rows)}`);
  out(`days added       ${formatCount(summary.added)}`);
  if (summary.changed > 0) out(`days changed     ${formatCount(summary.changed)}`);
  if (summary.unchanged > 0) out(`held already     ${formatCount(summary.unchanged)}`);
  if (firstDay !== null) out(`from and to      ${firstDay} to ${lastDay}`);
  if (rejected.length === 0) return;
  out(`rejected         ${formatCount(rejected.length)}`);
  for (const { line, reason } of rejected.slice(0, SHOWN_REJECTS)) err(`  line ${line}: ${reason}`);
  if (rejected.length > SHOWN_REJECTS) err('  --json lists all of them');
}
