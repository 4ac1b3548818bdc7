import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Asset, findAsset, NETWORKS } from '@assay/domain';
import { MemoryLimitError } from '@assay/exposure';
import type { Command } from 'commander';
import { loadMemory } from '../adapters/screening/load-memory.ts';
import type { MemorySetting } from '../adapters/screening/screen-job.ts';
import { screenThreads } from '../adapters/screening/screen-threads.ts';
import type { Pool } from '../db/index.ts';
import { openResults, ResultFileError, type ScreenSummary, screenFile } from '../features/screening/index.ts';
import { hashFile, SourceError } from '../intake/index.ts';
import { completeStarterSets } from '../jobs/starter-sets.ts';
import { STARTER_SETS } from '../starter-data.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';

interface ScreenOptions {
  readonly in: string;
  readonly out: string;
  readonly asset?: string;
  readonly parent?: string;
  readonly store: string;
  readonly memory: string;
  readonly threads?: string;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** Checks of one thread at a time: with the database there is time to wait in, in memory there is none. */
const AT_ONCE = { postgres: 4, memory: 1 } as const;

export function registerScreen(program: Command, context: CommandContext): void {
  program
    .command('screen')
    .description('Check every address of a list. Cut off, the same command goes on. Takes no check from any balance.')
    .requiredOption(
      '--in <file>',
      'CSV with a column "address", and "asset" and "parent" if they differ; or one address a line',
    )
    .requiredOption('--out <file>', 'results as CSV, one line for each row of the list, in its order')
    .option('-a, --asset <ticker>', 'asset of rows that name none')
    .option('-p, --parent <network>', 'network of the token, where a ticker lives on several')
    .option('--store <store>', 'postgres, or memory: brings the one asset into memory first', 'postgres')
    .option('--memory <megabytes>', 'memory its records may take', '8000')
    .option('--threads <number>', 'threads; as many as there are processors where left out')
    .option('--again', 'start over, whatever the results file holds')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 every row was checked, 1 some were rejected (the results say why), 2 wrong usage, 3 it failed, 130 cancelled.',
    )
    .action((options: ScreenOptions) => runScreen(context, options));
}

async function runScreen(context: CommandContext, options: ScreenOptions): Promise<void> {
  const threads = positive('--threads', options.threads ?? String(availableParallelism()));
  const maxBytes = positive('--memory', options.memory) * 1e6;
  const asset = assetOf(options);
  const store = storeOf(options, asset);
  try {
    const sha256 = await hashFile(options.in, context.signal);
    const pool = await context.openDatabase();
    if (context.config.hasStarterData) {
      await completeStarterSets(STARTER_SETS, { pool, say: context.err, progress: context.progress }, context.signal);
    }
    const request = [sha256, options.asset ?? '', options.parent ?? ''].join('\n');
    const results = await openResults(options.out, request, options.again === true);
    try {
      if (results.rows > 0) context.err(`${count(results.rows)} rows were answered before; going on behind them.`);
      const memory = store === null ? null : await bringIn(context, pool, store, maxBytes);
      const databaseUrl = pool.options.connectionString;
      if (databaseUrl === undefined) throw new Error('The database has no address threads could use');
      const port = screenThreads(
        { databaseUrl, atOnce: AT_ONCE[memory === null ? 'postgres' : 'memory'], memory },
        threads,
      );
      try {
        const summary = await screenFile(port, results, {
          input: options.in,
          asset: options.asset ?? null,
          parent: options.parent ?? null,
          rows: await countLines(options.in),
          signal: context.signal,
          onProgress: context.progress,
          now: () => performance.now(),
          only: store,
        });
        tell(context, summary, options);
      } finally {
        await port.close();
      }
    } finally {
      await results.close();
    }
  } catch (error) {
    if (error instanceof MemoryLimitError) throw new CommandError(`${error.message}; --memory allows more.`);
    if (error instanceof ResultFileError) throw new CommandError(error.message, EXIT.usage);
    if (error instanceof SourceError) throw new CommandError(error.message);
    throw error;
  }
}

function assetOf({ asset, parent }: ScreenOptions): Asset | null {
  if (asset === undefined) return null;
  const found = findAsset(asset, parent);
  if (found === undefined) {
    throw new CommandError(
      `${asset}${parent === undefined ? '' : ` on ${parent}`} is not on the list of assets.`,
      EXIT.usage,
    );
  }
  return found;
}

/** The one asset to bring into memory; null for the database. */
function storeOf({ store }: ScreenOptions, asset: Asset | null): Asset | null {
  if (store === 'postgres') return null;
  if (store !== 'memory') throw new CommandError(`--store is '${store}'; expected postgres or memory`, EXIT.usage);
  if (asset === null) throw new CommandError('--store memory needs --asset: it holds one.', EXIT.usage);
  if (asset.network === null || NETWORKS[asset.network].ledger === 'utxo') {
    throw new CommandError(
      `--store memory is for networks that keep accounts, which ${asset.ticker} has none of.`,
      EXIT.usage,
    );
  }
  return asset;
}

async function bringIn(
  context: CommandContext,
  pool: Pool,
  { network, ticker }: Asset,
  maxBytes: number,
): Promise<MemorySetting> {
  const loaded =
    network === null
      ? null
      : await loadMemory(pool, { network, ticker }, { maxBytes, signal: context.signal, onProgress: context.progress });
  if (loaded === null) throw new CommandError(`No records of ${ticker} on ${network} are held.`, EXIT.usage);
  context.err(`${ticker} on ${network} takes ${(loaded.bytes / 1e6).toFixed(1)} MB of memory.`);
  return loaded.memory;
}

/** Of the list as it is counted for the time that is left; close enough. */
async function countLines(path: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}

function tell(context: CommandContext, summary: ScreenSummary, { json, out }: ScreenOptions): void {
  const { rows, screened, rejected, seconds } = summary;
  if (json === true) context.out(JSON.stringify(summary));
  else {
    const rate = seconds > 0 ? `, ${((screened + rejected) / seconds).toFixed(1)} a second` : '';
    context.out(
      `${count(rows)} rows in ${out}: ${count(screened)} checked and ${count(rejected)} rejected now${rate}.`,
    );
  }
  if (rejected > 0) throw new CommandError('', EXIT.no);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0) || (name === '--threads' && !Number.isInteger(value))) {
    throw new CommandError(`${name} is '${text}', not a number above 0`, EXIT.usage);
  }
  return value;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
