import path from 'node:path';
import { CommandError, EXIT } from '@assay/command';
import { NETWORKS, type NetworkId, networkNamed, usualTicker } from '@assay/domain';
import { METHOD_REVISION, MemoryLimitError, type MethodVersion } from '@assay/exposure';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import { labelStates } from '../modules/checks/index.ts';
import { checkpointFiles } from '../modules/checks/outside/engine/exposure/checkpoint-files.ts';
import {
  findLedger,
  inLedgerSnapshot,
  loadColumns,
  type StreamedLedger,
  type StreamSummary,
  streamExposure,
} from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';
import { scoreAll } from './exposure-scores.ts';
import { METHOD_OPTION, methodOption } from './method-option.ts';

interface AllOptions {
  readonly network: string;
  readonly asset: string;
  readonly memory: string;
  readonly ownStates: string;
  readonly score?: string;
  readonly threads?: string;
  readonly again?: boolean;
  readonly method?: string;
  readonly json?: boolean;
}

const RECORDS_PER_CHECKPOINT = 5_000_000;
const PART_BYTES = 1e9;

/** `assay exposure …`: the exposure of every account at once. */
export function registerExposure(program: Command, context: CommandContext): void {
  program
    .command('exposure')
    .command('all')
    .description(
      'Write the exact exposure of every account to the table account_exposure, or with --score its stars to a file. If interrupted, run it again to resume.',
    )
    .requiredOption('--network <network>', 'network of the records, such as ETH')
    .requiredOption('--asset <ticker>', 'asset, such as USDT')
    .option('--memory <size>', 'memory the records may take, in MB or as 2GB', '8000')
    .option(
      '--own-states <number>',
      'states that walks of accounts with a label of their own may take, per direction',
      '50000000',
    )
    .option('--score <file>', 'write stars instead, as `assay screen` does: a line of CSV for each account')
    .option('--threads <number>', 'threads for --score; as many as there are processors where left out')
    .option('--again', 'start --score over, whatever the file holds')
    .option('-m, --method <version>', METHOD_OPTION)
    .option('--json', 'print the summary as JSON')
    .action((options: AllOptions) => runAll(context, options));
}

async function runAll(context: CommandContext, options: AllOptions): Promise<void> {
  const network = networkOf(options.network);
  const maxBytes = bytesOf(options.memory);
  const ownStates = Number(options.ownStates);
  if (!Number.isSafeInteger(ownStates) || ownStates < 0) {
    throw new CommandError(`--own-states is '${options.ownStates}', not a whole number`, EXIT.usage);
  }
  const version = methodOption(context, options);
  if (options.score !== undefined) {
    await scoreAll(context, {
      ...{ network, ticker: usualTicker(options.asset), out: options.score, maxBytes, version },
      ...{ threads: threadsOf(options), isAgain: options.again === true, isJson: options.json === true },
    });
    return;
  }
  const database = await context.openDatabase();
  const loading = { network, ticker: usualTicker(options.asset), maxBytes, version };
  const { pool, ledger } = await load(context, database, loading);
  const summary = await streamExposure(ledger, {
    pool,
    checkpoints: checkpointFiles(path.join(context.config.dataDir, 'exposure')),
    signal: context.signal,
    progress: context.progress,
    recordsPerCheckpoint: RECORDS_PER_CHECKPOINT,
    partBytes: PART_BYTES,
    ownStates,
  });
  printSummary(context, summary, options.json === true);
}

const UNITS = { MB: 1e6, GB: 1e9 } as const;

/** Megabytes, or a number with its unit. */
function bytesOf(text: string): number {
  const [, digits = '', unit = 'MB'] = /^(\d+(?:\.\d+)?)\s*(MB|GB)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (unit.toUpperCase() === 'GB' ? UNITS.GB : UNITS.MB);
  if (bytes > 0) return bytes;
  throw new CommandError(`--memory is '${text}', not a size such as 8000 (MB) or 2GB`, EXIT.usage);
}

function threadsOf({ threads }: AllOptions): number | null {
  if (threads === undefined) return null;
  const count = Number(threads);
  if (Number.isInteger(count) && count > 0) return count;
  throw new CommandError(`--threads is '${threads}', not a number above 0`, EXIT.usage);
}

interface Load {
  readonly network: NetworkId;
  readonly ticker: string;
  readonly maxBytes: number;
  readonly version: MethodVersion;
}

/** The ledger in memory, and its server: what is computed of a ledger is stored beside it. */
async function load(
  context: CommandContext,
  database: Pool,
  { network, ticker, maxBytes, version }: Load,
): Promise<{ readonly pool: Pool; readonly ledger: StreamedLedger }> {
  try {
    return await inLedgerSnapshot(database, { network, ticker }, async (client, { pool }) => {
      const ledger = await findLedger(client, network, ticker);
      if (ledger === null) throw new CommandError(`No records of ${ticker} on ${network} are held.`, EXIT.usage);
      const labels = await labelStates({ version })(client, { network, ticker });
      const { store, ids } = await loadColumns(client, labels, ledger, {
        maxBytes,
        signal: context.signal,
        onProgress: (records, all) =>
          context.progress(`reading records, ${formatCount(records)} of ${formatCount(all)}`),
      });
      const basis = `method ${version}, revision ${METHOD_REVISION}, labels ${labels.version}, records ${ledger.revision}`;
      return { pool, ledger: { ledgerId: ledger.id, snapshot: store.snapshot(), ids, basis } };
    });
  } catch (error) {
    if (error instanceof MemoryLimitError) throw new CommandError(`${error.message}; --memory allows more.`);
    throw error;
  }
}

function printSummary({ out }: CommandContext, summary: StreamSummary, isJson: boolean): void {
  if (isJson) {
    out(JSON.stringify(summary));
    return;
  }
  const { accounts, records, shares, inexact, isNew } = summary;
  out(
    `${formatCount(shares)} shares of ${formatCount(accounts)} accounts from ${formatCount(records)} records are in account_exposure.`,
  );
  out(
    inexact === 0
      ? 'All of them are exact.'
      : `They are exact but for ${formatCount(inexact)} directions of accounts with a label of their own, listed in account_exposure_inexact: those count money that came back to the account as the account's own. --own-states allows their walks more.`,
  );
  if (!isNew) out('Neither records nor labels have changed since: nothing was computed.');
}

function networkOf(text: string): NetworkId {
  const network = networkNamed(text);
  if (network === undefined) throw new CommandError(`--network is '${text}', which Assay cannot follow`, EXIT.usage);
  if (NETWORKS[network].ledger === 'utxo') {
    throw new CommandError(`${network} keeps coins: the pass is for networks that keep accounts.`, EXIT.usage);
  }
  return network;
}
