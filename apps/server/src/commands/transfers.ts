import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { isNetworkId, type NetworkId } from '@assay/domain';
import type { Command } from 'commander';
import { conclude } from '../adapters/derive/conclude.ts';
import { inTransaction, type Pool } from '../db/index.ts';
import {
  discardImport,
  findLedger,
  ImportBusyError,
  type ImportSummary,
  importProblemOf,
  importTransfers,
  isTransferFormat,
  readRejects,
  recordsHeld,
  setFromBeginning,
  TRANSFER_FORMAT_NAMES,
  unfinishedImports,
} from '../features/transfers/index.ts';
import { SourceError } from '../intake/index.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';

interface ImportOptions {
  readonly format: string;
  readonly network?: string;
  readonly asset?: string;
  readonly rejects?: string;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** `assay transfers …`: the records that checks stand on. */
export function registerTransfers(program: Command, context: CommandContext): void {
  const transfers = program.command('transfers').description('Records of transfers: import them, see what is held.');

  transfers
    .command('import')
    .description('Import files or addresses, CSV or JSON Lines, gzipped or not. Cut off, the same command goes on.')
    .argument('<file-or-url...>', 'files and http(s) addresses of one format')
    .requiredOption('--format <format>', `one of ${TRANSFER_FORMAT_NAMES.join(', ')}`)
    .option('--network <network>', 'network the files tell of, where it is not ETH or BTC')
    .option('--asset <ticker>', 'asset of CSV rows that name none')
    .option('--rejects <file>', 'write rejected rows here, as JSON Lines')
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
    .description('Conclude deposit addresses and services from the records anew, after labels have changed.')
    .action(async () => {
      const pool = await context.openDatabase();
      await conclude({ ...context, pool });
      context.out('Derived labels are up to date.');
    });

  transfers
    .command('complete')
    .description('State whether every record of an asset since its beginning is held; confidence depends on it.')
    .argument('<yes|no>')
    .requiredOption('--network <network>')
    .requiredOption('--asset <ticker>')
    .action((answer: string, options: { network: string; asset: string }) => markComplete(context, answer, options));
}

async function runImport(context: CommandContext, files: readonly string[], options: ImportOptions): Promise<void> {
  const { format } = options;
  if (!isTransferFormat(format)) {
    throw new CommandError(`--format is '${format}'; expected one of ${TRANSFER_FORMAT_NAMES.join(', ')}`, EXIT.usage);
  }
  const network = options.network === undefined ? null : networkOf(options.network);
  const source = { format, network, asset: options.asset?.toUpperCase() ?? null };
  const problem = importProblemOf(source);
  if (problem !== null) throw new CommandError(problem, EXIT.usage);
  const pool = await context.openDatabase();
  const summary = await importOrExplain(pool, context, { ...source, files, again: options.again === true });
  await conclude({ ...context, pool });
  if (options.rejects !== undefined) await writeRejects(pool, summary.importId, options.rejects);
  if (options.json === true) context.out(JSON.stringify(summary));
  else await tell(context, pool, summary, options.rejects);
  if (summary.counts.rows > 0 && summary.counts.rejected === summary.counts.rows) {
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
    if (error instanceof ImportBusyError) throw new CommandError(error.message);
    if (error instanceof SourceError) {
      throw new CommandError(`${error.message}\nNo record was added. The same command goes on with what it has read.`);
    }
    throw error;
  }
}

const SHOWN_REJECTS = 5;
const SHOWN_CONTRACTS = 5;

async function tell(context: CommandContext, pool: Pool, summary: ImportSummary, rejectsFile?: string): Promise<void> {
  const { counts } = summary;
  if (summary.already) context.err('These files were imported before; --again reads them once more.');
  context.out(`rows read        ${number(counts.rows)}`);
  context.out(`records added    ${number(summary.added)}`);
  if (summary.duplicates > 0) context.out(`held already     ${number(summary.duplicates)}`);
  if (summary.removed > 0) context.out(`replaced         ${number(summary.removed)}`);
  if (summary.ignored > 0) context.out(`zero or to self  ${number(summary.ignored)}`);
  if (summary.waiting > 0) {
    context.out(`waiting          ${number(summary.waiting)}`);
    context.err(
      'Waiting rows lack the time of their block or the transaction of their receipt: import those files too.',
    );
  }
  if (counts.unknownTokens > 0) {
    context.out(`unknown tokens   ${number(counts.unknownTokens)}`);
    const contracts = Object.entries(counts.unknownContracts).sort((a, b) => b[1] - a[1]);
    for (const [contract, rows] of contracts.slice(0, SHOWN_CONTRACTS)) {
      context.err(`  ${contract}: ${number(rows)} transfers, not a listed asset`);
    }
  }
  if (counts.rejected === 0) return;
  context.out(`rejected         ${number(counts.rejected)}`);
  for (const reject of await readRejects(pool, summary.importId, 0, SHOWN_REJECTS)) {
    context.err(`  ${reject.fileName}, row ${reject.rowNumber}: ${reject.reason}`);
  }
  if (rejectsFile === undefined && counts.rejected > SHOWN_REJECTS) context.err('  --rejects FILE lists all of them');
}

const REJECTS_PER_READ = 1_000;

async function writeRejects(pool: Pool, importId: number, path: string): Promise<void> {
  const file = createWriteStream(path);
  await once(file, 'open');
  for (let offset = 0; ; offset += REJECTS_PER_READ) {
    const rejects = await readRejects(pool, importId, offset, REJECTS_PER_READ);
    for (const reject of rejects) file.write(`${JSON.stringify(reject)}\n`);
    if (rejects.length < REJECTS_PER_READ) break;
  }
  file.end();
  await once(file, 'finish');
}

async function showStats(context: CommandContext, json: boolean): Promise<void> {
  const pool = await context.openDatabase();
  const held = await recordsHeld(pool);
  const unfinished = await unfinishedImports(pool);
  if (json) {
    context.out(JSON.stringify({ held, unfinished }));
    return;
  }
  if (held.length === 0) context.out('No records are held.');
  for (const { network, ticker, records, addresses, firstTime, lastTime, tipBlock, fromBeginning } of held) {
    const block = tipBlock === null ? '' : `, block ${tipBlock}`;
    const whole = fromBeginning ? ', complete' : '';
    context.out(
      `${ticker} on ${network}: ${number(records)} records of ${number(addresses)} addresses, ` +
        `${day(firstTime)} to ${day(lastTime)}${block}${whole}`,
    );
  }
  for (const { id, format, state, counts } of unfinished) {
    context.err(`Import ${id} (${format}) was cut off while ${state}, after ${number(counts.rows)} rows.`);
  }
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
  const ledger = await findLedger(pool, network, options.asset.toUpperCase());
  if (ledger === null) throw new CommandError(`No records of ${options.asset} on ${network} are held.`, EXIT.usage);
  await setFromBeginning(pool, ledger.id, answer === 'yes');
  context.out(
    `${ledger.ticker} on ${network} is ${answer === 'yes' ? 'complete' : 'not complete'} from the beginning.`,
  );
}

function networkOf(text: string): NetworkId {
  const network = text.toUpperCase();
  if (!isNetworkId(network)) throw new CommandError(`--network is '${text}', which Assay cannot follow`, EXIT.usage);
  return network;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
