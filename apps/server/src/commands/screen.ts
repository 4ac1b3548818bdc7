import { availableParallelism } from 'node:os';
import { CommandError, declareScreen, EXIT, STDIO } from '@assay/command';
import { ASSETS, type Asset } from '@assay/domain';
import { MemoryLimitError, type MethodVersion } from '@assay/exposure';
import { countOf, formatCount } from '@assay/wording';
import type { Command } from 'commander';
import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { completeStarterSets } from '../app/jobs/starter-sets.ts';
import {
  choiceProblem,
  chooseAsset,
  ListError,
  measureList,
  openResults,
  ResultFileError,
  RowFailedError,
  readAddresses,
  type ScreenSummary,
  screenFile,
  streamResults,
} from '../modules/checks/index.ts';
import { listLabelSets } from '../modules/labels/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';
import { hashFile, SourceError } from '../platform/intake/index.ts';
import { withInputFiles } from './input-file.ts';
import { METHOD_OPTION, methodOption } from './method-option.ts';
import { awaitLabels } from './open-for-checks.ts';
import { openScreenPort, type ScreenStore, storeOption } from './screen-store.ts';

interface ScreenOptions {
  readonly in: string;
  readonly out: string;
  readonly asset?: string;
  readonly parent?: string;
  readonly store: string;
  readonly memory: string;
  readonly threads?: string;
  readonly method?: string;
  readonly again?: boolean;
  readonly starter?: true;
  readonly json?: boolean;
}

export function registerScreen(program: Command, context: CommandContext): void {
  declareScreen(program)
    .option(
      '--store <store>',
      'postgres; memory: loads the one asset before the first row; auto: loads it meanwhile where that is sooner',
      'auto',
    )
    .option('--memory <megabytes>', 'memory its records may take', '8000')
    .option('--threads <number>', 'threads; as many as there are processors where left out')
    .option('-m, --method <version>', METHOD_OPTION)
    .option('--starter', 'load the labels and records that ship with Assay first')
    .option('--again', 'start over, whatever the results file holds')
    .addHelpText('after', '\nWithout a server it takes no check from any balance.')
    .action((options: ScreenOptions) => runScreen(context, options));
}

async function runScreen(context: CommandContext, options: ScreenOptions): Promise<void> {
  const threads = positive('--threads', options.threads ?? String(availableParallelism()));
  const maxBytes = positive('--memory', options.memory) * 1e6;
  const store = storeOption(options.store, assertListed(options));
  const version = methodOption(context, options);
  try {
    await withInputFiles([options.in], context.signal, async ([input = '']) => {
      await screenList(context, options, { input, threads, maxBytes, store, version });
    });
  } catch (error) {
    if (error instanceof MemoryLimitError) throw new CommandError(`${error.message}; --memory allows more.`);
    if (error instanceof ResultFileError) throw new CommandError(error.message, EXIT.usage);
    if (error instanceof ListError) throw new CommandError(`${options.in}: ${error.message}.`, EXIT.usage);
    if (error instanceof RowFailedError) throw new CommandError(`${error.message}.`, EXIT.failed, { cause: error });
    if (error instanceof SourceError) throw new CommandError(error.message, EXIT.failed, { cause: error });
    throw error;
  }
}

interface ScreenWork {
  readonly input: string;
  readonly threads: number;
  readonly maxBytes: number;
  readonly store: ScreenStore;
  readonly version: MethodVersion;
}

async function screenList(context: CommandContext, options: ScreenOptions, work: ScreenWork): Promise<void> {
  const { input, version } = work;
  const size = await measureList(input, context.signal, options.asset !== undefined);
  const asked = [await hashFile(input, context.signal), options.asset ?? '', options.parent ?? ''];
  // A file of results that was begun by version 1 before there were others is continued.
  const request = [...asked, ...(version === '1' ? [] : [version])].join('\n');
  const pool = await context.openDatabase();
  await prepareLabels(context, pool, options.starter === true);
  const { layout } = size;
  const results =
    options.out === STDIO
      ? await streamResults(process.stdout, layout)
      : await openResults(options.out, { request, layout, again: options.again === true });
  try {
    if (results.rows > 0) {
      const isOne = results.rows === 1;
      context.err(
        `${countOf(results.rows, 'row')} ${isOne ? 'was' : 'were'} answered before; resuming after ${isOne ? 'it' : 'them'}.`,
      );
    }
    const { port, only } = await openScreenPort(context, pool, { ...work, rows: size.rows - results.rows });
    try {
      const summary = await screenFile(port, results, {
        list: readAddresses(input, context.signal, options.asset !== undefined),
        isDistinct: false,
        asset: options.asset ?? null,
        parent: options.parent ?? null,
        rows: size.rows,
        signal: context.signal,
        onProgress: context.progress,
        now: () => performance.now(),
        only,
      });
      printSummary(context, { ...summary, blank: size.blank }, options);
    } finally {
      await port.close();
    }
  } finally {
    await results.close();
  }
}

/** Loads nothing unless it was asked for, and says where there is nothing to rate by. */
async function prepareLabels(context: CommandContext, pool: Pool, withStarterSets: boolean): Promise<void> {
  const { signal, err, progress } = context;
  if (withStarterSets) await completeStarterSets(STARTER_SETS, { pool, say: err, progress }, signal);
  await awaitLabels(pool, context);
  if ((await listLabelSets(pool)).length > 0) return;
  err('This database has no labels, so hardly any row can be rated. --starter loads those that ship with Assay.');
}

/** The asset of --asset, which must be listed; null where the rows name theirs, or each address decides its network. */
function assertListed({ asset, parent }: ScreenOptions): Asset | null {
  if (asset === undefined) return null;
  const named = { ticker: asset, network: parent ?? null, address: '' };
  const choice = chooseAsset(ASSETS, named);
  if (choice.is === 'chosen') return choice.asset;
  if (choice.is === 'undecided') return null;
  throw new CommandError(`${choiceProblem(choice, named, (network) => `--parent ${network}`)}.`, EXIT.usage);
}

function printSummary(
  context: CommandContext,
  summary: ScreenSummary & { readonly blank: number },
  options: ScreenOptions,
): void {
  const { rows, screened, rejected, repeated, earlier, blank, seconds } = summary;
  const isPiped = options.out === STDIO;
  const say = isPiped ? context.err : context.out;
  if (options.json === true) say(JSON.stringify(summary));
  else {
    const rate = seconds > 0 && rows > earlier ? `, ${((rows - earlier) / seconds).toFixed(1)} a second` : '';
    const before = earlier > 0 ? `, ${formatCount(earlier)} of them by earlier runs` : '';
    say(
      `${countOf(rows, 'row')} in ${isPiped ? 'stdout' : options.out}: ${formatCount(screened)} checked and ${formatCount(rejected)} rejected${before}${rate}.`,
    );
    if (repeated > 0) {
      say(`${countOf(repeated, 'row repeats', 'rows repeat')} the address and asset of an earlier row.`);
    }
    if (blank > 0) say(`${countOf(blank, 'blank line is', 'blank lines are')} not counted.`);
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
