import { besideData, CommandError, EXIT, type OutputFile, openOutput } from '@assay/command';
import { type NetworkId, networkNamed, usualTicker } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import {
  discardImport,
  diskHeld,
  findLedger,
  forgetImport,
  ImportBusyError,
  ImportCutError,
  type ImportSummary,
  importProblemOf,
  importTransfers,
  inLedgerTransaction,
  isTransferFormat,
  ledgerPool,
  readRejects,
  recordsHeld,
  refreshAfterChange,
  StagingChangedError,
  setFromBeginning,
  TRANSFER_FORMAT_NAMES,
  unfinishedImports,
} from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { inTransaction, type Pool } from '../platform/db/index.ts';
import { SourceError, SourceFormatError, UntrustedSourceError } from '../platform/intake/index.ts';
import { withInputFiles } from './input-file.ts';
import { registerExport } from './transfers-export.ts';
import { registerOpenings } from './transfers-openings.ts';

interface ImportOptions {
  readonly format: string;
  readonly network?: string;
  readonly asset?: string;
  readonly rejects?: string;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** `assay transfers …`: the records that checks are based on. */
export function registerTransfers(program: Command, context: CommandContext): void {
  const transfers = program.command('transfers');

  transfers
    .command('import')
    .description(
      'Import files or addresses, CSV or JSON Lines, gzipped or not. If interrupted, run the same command again to resume.',
    )
    .argument('<file-or-url...>', 'files and http(s) addresses of one format; - for stdin')
    .requiredOption('--format <format>', `one of ${TRANSFER_FORMAT_NAMES.join(', ')}`)
    .option('--network <network>', 'network of the files, where it is not ETH or BTC')
    .option('--asset <ticker>', 'asset of CSV rows that name none')
    .option('--rejects <file>', 'write rejected rows here, as JSON Lines; - for stdout')
    .option('--again', 'read files that were imported before once more; no record is doubled')
    .option('--json', 'print the summary as JSON')
    .action((files: string[], options: ImportOptions) => runImport(context, files, options));

  transfers
    .command('stats')
    .description('What is held of each asset, and imports that are not finished.')
    .option('--json', 'print as JSON')
    .action((options: { json?: boolean }) => showStats(context, options.json === true));

  transfers
    .command('discard')
    .description('Forget an import that was cut off while it read its files; nothing of it stays.')
    .argument('<import>', 'its number, from assay transfers stats')
    .action((id: string) => discard(context, id));

  transfers
    .command('derive')
    .description('Recompute derived labels (deposit addresses, unlabelled services), after labels have changed.')
    .action(async () => {
      const pool = await context.openDatabase();
      await refreshAfterChange({ ...context, pool });
      context.out('Derived labels are up to date.');
    });

  transfers
    .command('complete')
    .description('State whether every record of an asset since its beginning is held; confidence depends on it.')
    .argument('<yes|no>')
    .requiredOption('--network <network>')
    .requiredOption('--asset <ticker>')
    .action((answer: string, options: { network: string; asset: string }) => markComplete(context, answer, options));

  registerOpenings(transfers, context);
  registerExport(transfers, context);
}

async function runImport(plain: CommandContext, files: readonly string[], options: ImportOptions): Promise<void> {
  const context = besideData(plain, options.rejects);
  const { format } = options;
  if (!isTransferFormat(format)) {
    throw new CommandError(`--format is '${format}'; expected one of ${TRANSFER_FORMAT_NAMES.join(', ')}`, EXIT.usage);
  }
  const network = options.network === undefined ? null : networkOf(options.network);
  const source = { format, network, asset: options.asset === undefined ? null : usualTicker(options.asset) };
  const problem = importProblemOf(source);
  if (problem !== null) throw new CommandError(problem, EXIT.usage);
  const rejects = options.rejects === undefined ? null : await openOutput(options.rejects);
  const pool = await context.openDatabase();
  const summary = await withInputFiles(files, context.signal, (named) =>
    importOrExplain(pool, context, { ...source, files: named, again: options.again === true }),
  );
  const isNothing = summary.counts.rejected === summary.counts.rows;
  if (!isNothing) await refreshAfterChange({ ...context, pool });
  if (rejects !== null) await writeRejects(pool, summary.importId, rejects);
  if (options.json === true) context.out(JSON.stringify(summary));
  else await printSummary(context, pool, summary, options.rejects);
  // Nothing of it stays, so that the same files are read again.
  if (isNothing) await forgetImport(pool, summary.importId);
  if (summary.counts.rows === 0) {
    throw new CommandError('No row was found: are the files empty, or of another format?', EXIT.usage);
  }
  if (summary.counts.rejected === summary.counts.rows) {
    throw new CommandError('No row could be read: are the files of this format?', EXIT.usage);
  }
}

async function importOrExplain(
  pool: Pool,
  context: CommandContext,
  request: Omit<Parameters<typeof importTransfers>[1], 'signal' | 'onProgress'>,
): Promise<ImportSummary> {
  try {
    return await importTransfers(pool, { ...request, signal: context.signal, onProgress: context.progress });
  } catch (error) {
    if (error instanceof ImportBusyError || error instanceof StagingChangedError) throw new CommandError(error.message);
    if (error instanceof SourceFormatError) {
      throw new CommandError(`${error.message}\nNo record was added, and nothing of it is kept.`, EXIT.usage);
    }
    if (error instanceof SourceError) {
      throw new CommandError(`${error.message}\nNo record was added${whatWaits(error)}.`, EXIT.failed, {
        cause: error,
      });
    }
    throw error;
  }
}

function whatWaits(error: SourceError): string {
  if (error instanceof UntrustedSourceError) return ', and nothing of it is kept';
  if (!(error instanceof ImportCutError)) return '';
  const { rows, importId } = error;
  return (
    `. ${formatCount(rows)} rows of it are staged as import ${importId} and wait without a time limit: ` +
    `the same command with the same files goes on behind them, assay transfers discard ${importId} drops them`
  );
}

/** Of so few, a million says nothing: the first pages of each index are half empty. */
const FEW_RECORDS = 10_000;
const SHOWN_REJECTS = 5;
const SHOWN_CONTRACTS = 5;

async function printSummary(
  context: CommandContext,
  pool: Pool,
  summary: ImportSummary,
  rejectsFile?: string,
): Promise<void> {
  const { counts } = summary;
  if (summary.already) context.err('These files were imported before; --again reads them once more.');
  context.out(`rows read        ${formatCount(counts.rows)}`);
  context.out(`records added    ${formatCount(summary.added)}`);
  if (summary.duplicates > 0) context.out(`held already     ${formatCount(summary.duplicates)}`);
  if (summary.removed > 0) context.out(`replaced         ${formatCount(summary.removed)}`);
  if (summary.ignored > 0) context.out(`zero or to self  ${formatCount(summary.ignored)}`);
  if (summary.waiting > 0) {
    context.out(`waiting          ${formatCount(summary.waiting)}`);
    context.err(
      'Waiting rows lack the time of their block or the transaction of their receipt: import those files too.',
    );
  }
  if (counts.unknownTokens > 0) {
    context.out(`unknown tokens   ${formatCount(counts.unknownTokens)}`);
    const contracts = Object.entries(counts.unknownContracts).sort((a, b) => b[1] - a[1]);
    for (const [contract, rows] of contracts.slice(0, SHOWN_CONTRACTS)) {
      context.err(`  ${contract}: ${formatCount(rows)} transfers, not a listed asset`);
    }
  }
  if (counts.rejected === 0) return;
  context.out(`rejected         ${formatCount(counts.rejected)}`);
  for (const reject of await readRejects(pool, summary.importId, 0, SHOWN_REJECTS)) {
    context.err(`  ${reject.fileName}, row ${reject.rowNumber}: ${reject.reason}`);
  }
  if (rejectsFile === undefined && counts.rejected > SHOWN_REJECTS) context.err('  --rejects FILE lists all of them');
}

const REJECTS_PER_READ = 1_000;

async function writeRejects(pool: Pool, importId: number, output: OutputFile): Promise<void> {
  for (let offset = 0; ; offset += REJECTS_PER_READ) {
    const rejects = await readRejects(pool, importId, offset, REJECTS_PER_READ);
    for (const reject of rejects) await output.write(`${JSON.stringify(reject)}\n`);
    if (rejects.length < REJECTS_PER_READ) break;
  }
  await output.close();
}

async function showStats(context: CommandContext, json: boolean): Promise<void> {
  const pool = await context.openDatabase();
  const held = await Promise.all(
    (await recordsHeld(pool)).map(async (one) => ({
      ...one,
      diskBytes: await diskHeld(await ledgerPool(pool, one), one.network, one.ticker),
    })),
  );
  const unfinished = await unfinishedImports(pool);
  if (json) {
    context.out(JSON.stringify({ held, unfinished }));
    return;
  }
  if (held.length === 0) context.out('No records are held.');
  for (const { network, ticker, records, addresses, firstTime, lastTime, tipBlock, fromBeginning, diskBytes } of held) {
    const block = tipBlock === null ? '' : `, block ${tipBlock}`;
    const whole = fromBeginning ? ', complete' : '';
    context.out(
      `${ticker} on ${network}: ${formatCount(records)} records of ${formatCount(addresses)} addresses, ` +
        `${day(firstTime)} to ${day(lastTime)}${block}${whole}; ${diskText(diskBytes, records)}`,
    );
  }
  for (const { id, format, state, counts } of unfinished) {
    context.err(`Import ${id} (${format}) was cut off while ${state}, after ${formatCount(counts.rows)} rows.`);
  }
}

function diskText(bytes: number, records: number): string {
  const all = `${formatCount(Math.ceil(bytes / 1e6))} MB on disk`;
  return records < FEW_RECORDS ? all : `${all}, ${formatCount(Math.round(bytes / records))} MB a million`;
}

async function discard(context: CommandContext, id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(`'${id}' is no import number`, EXIT.usage);
  const pool = await context.openDatabase();
  const discarded = await inTransaction(pool, (client) => discardImport(client, Number(id)));
  if (!discarded) throw new CommandError(`No import ${id} is waiting for its files.`, EXIT.usage);
  context.out(`Import ${id} is forgotten.`);
}

async function markComplete(
  context: CommandContext,
  answer: string,
  options: { network: string; asset: string },
): Promise<void> {
  if (answer !== 'yes' && answer !== 'no') throw new CommandError(`Expected yes or no, got '${answer}'`, EXIT.usage);
  const network = networkOf(options.network);
  const pool = await context.openDatabase();
  const ticker = usualTicker(options.asset);
  const ledger = await inLedgerTransaction(pool, { network, ticker }, async ({ ledger: client }) => {
    const found = await findLedger(client, network, ticker);
    if (found !== null) await setFromBeginning(client, found.id, answer === 'yes');
    return found;
  });
  if (ledger === null) throw new CommandError(`No records of ${options.asset} on ${network} are held.`, EXIT.usage);
  context.out(
    `${ledger.ticker} on ${network} is ${answer === 'yes' ? 'complete' : 'not complete'} from the beginning.`,
  );
}

function networkOf(text: string): NetworkId {
  const network = networkNamed(text);
  if (network === undefined) throw new CommandError(`--network is '${text}', which Assay cannot follow`, EXIT.usage);
  return network;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
