import { besideData, CommandError, EXIT } from '@assay/command';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import {
  CUT_IMPORT_DAYS,
  countLabels,
  discardLabelImport,
  heldLabels,
  importLabels,
  isLabelFormat,
  LABEL_FORMAT_IDS,
  LABEL_FORMATS,
  LABEL_IMPORT_QUEUE,
  labelImportJob,
  labelSetVersion,
  listLabelSets,
  listLabelUpdates,
  unfinishedLabelImports,
} from '../modules/labels/index.ts';
import { countClusters, countLabelsOfMethod2, refreshAfterChange } from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { enqueue } from '../platform/command/enqueue-job.ts';
import type { Pool } from '../platform/db/index.ts';
import { SourceError, STDIN, UntrustedSourceError } from '../platform/intake/index.ts';
import { listRejections } from './label-rejections.ts';
import { registerRefusedJoins } from './labels-joins.ts';
import { registerLabelMeasure } from './labels-measure.ts';
import { hooksOf, reportText } from './labels-report.ts';
import { labelStatsText } from './labels-stats-text.ts';
import { heldText, registerLabelUpdates } from './labels-update.ts';

const SET_NAME = /^[a-z0-9][a-z0-9._:/-]{0,63}$/;
/** The file is faulty, not the machine. */
const INPUT_ERRORS = ['LabelFormatError', 'NoLabelsError'];

interface ImportOptions {
  readonly format: string;
  readonly source?: string;
  readonly currency?: string;
  readonly rejects?: string;
  readonly json?: boolean;
  readonly background?: boolean;
}

/** `assay labels import|update|held|approve|measure|stats|discard`. */
export function registerLabels(program: Command, context: CommandContext): void {
  const labels = program.command('labels');
  labels
    .command('import')
    .description(
      'Import a publisher’s list; it replaces the former one of that name. If interrupted, run the same command again to resume.',
    )
    .argument(
      '<file-or-url...>',
      'files or http(s) addresses that together make up the list; .gz is unpacked; - for stdin',
    )
    .requiredOption('--format <format>', `one of: ${LABEL_FORMAT_IDS.join(', ')}`)
    .option('--source <name>', 'name of the set to replace (default: the publisher’s)')
    .option('--currency <code>', 'currency of a list that names none, such as XBT')
    .option('--rejects <file>', 'write every rejected row to this file, one JSON object a line; - for stdout')
    .option('--json', 'print the outcome as JSON')
    .option('--background', 'hand it to the running server instead of waiting for it')
    .action((locations: string[], options: ImportOptions) => importCommand(context, locations, options));
  registerLabelUpdates(labels, context);
  registerLabelMeasure(labels, context);
  registerRefusedJoins(labels, context);
  labels
    .command('stats')
    .description('Which labels are stored: sources, categories, networks, dates, version')
    .option('--json', 'print as JSON')
    .action((options: { readonly json?: boolean }) => statsCommand(context, options));
  labels
    .command('discard')
    .description('Discard an interrupted import, or a list that is held; the labels in use stay as they are')
    .argument('<set>', 'its set, from assay labels stats')
    .action((setName: string) => discardCommand(context, setName));
}

async function importCommand(
  plain: CommandContext,
  locations: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const context = besideData(plain, options.rejects);
  const { format } = options;
  if (!isLabelFormat(format)) {
    throw new CommandError(`Unknown format "${format}"; one of: ${LABEL_FORMAT_IDS.join(', ')}`, EXIT.usage);
  }
  const setName = options.source ?? LABEL_FORMATS[format].setName;
  if (setName === null) throw new CommandError(`--source NAME is needed for the format ${format}`, EXIT.usage);
  if (!SET_NAME.test(setName)) {
    throw new CommandError('--source: lower-case letters, digits and . _ : / - only, at most 64', EXIT.usage);
  }
  if (locations.filter((location) => location === STDIN).length > (options.background ? 0 : 1)) {
    throw new CommandError('- names stdin: once, and not with --background.', EXIT.usage);
  }
  const request = { format, locations, setName, origin: 'import', currency: options.currency } as const;
  const pool = await context.openDatabase();
  if (options.background) {
    await enqueue(pool, LABEL_IMPORT_QUEUE, setName, labelImportJob(request));
    context.out(`The import of ${setName} waits for the running server; assay labels stats shows when it is done.`);
    return;
  }
  const rejections = await listRejections(context, options.rejects);
  try {
    const report = await importLabels(pool, request, hooksOf(context, setName, rejections));
    await refreshAfterChange({ ...context, pool });
    if (options.json) context.out(JSON.stringify({ ...report, version: await labelSetVersion(pool) }));
    else {
      context.out(reportText(report));
      context.out(`Label set version ${await labelSetVersion(pool)}`);
    }
  } catch (error) {
    if (error instanceof Error && INPUT_ERRORS.includes(error.name)) {
      throw new CommandError(`${error.message}\nNothing was changed.`, EXIT.usage);
    }
    if (error instanceof SourceError) {
      throw new CommandError(`${error.message}\n${await whatWaits(pool, setName, error)}`, EXIT.failed, {
        cause: error,
      });
    }
    throw error;
  } finally {
    await rejections.close();
  }
}

async function whatWaits(pool: Pool, setName: string, error: SourceError): Promise<string> {
  if (error instanceof UntrustedSourceError) return 'Nothing was changed, and nothing of it is kept.';
  const staged = (await unfinishedLabelImports(pool)).find((unfinished) => unfinished.setName === setName);
  if (staged === undefined) return 'Nothing was changed.';
  return (
    `The labels in use are unchanged. ${formatCount(staged.rows)} rows of it are staged and wait ${CUT_IMPORT_DAYS} days: ` +
    `the same command goes on behind them, assay labels discard ${setName} drops them.`
  );
}

async function statsCommand(context: CommandContext, options: { readonly json?: boolean }): Promise<void> {
  const pool = await context.openDatabase();
  const [version, sets, counts] = [await labelSetVersion(pool), await listLabelSets(pool), await countLabels(pool)];
  const unfinished = await unfinishedLabelImports(pool);
  const updates = await listLabelUpdates(pool);
  const clusters = await countClusters(pool);
  const ofMethod2 = await countLabelsOfMethod2(pool);
  if (options.json) {
    context.out(JSON.stringify({ version, sets, ...counts, clusters, ofMethod2, updates, unfinished }, null, 2));
    return;
  }
  context.out(labelStatsText(version, sets, counts, updates, clusters, ofMethod2));
  for (const { setName, rows, reachedAt } of unfinished) {
    context.err(`An import of ${setName} is not finished: ${rows} rows read, last at ${reachedAt}.`);
  }
  for (const held of await heldLabels(pool)) context.err(heldText(held));
}

async function discardCommand(context: CommandContext, setName: string): Promise<void> {
  const pool = await context.openDatabase();
  if (!(await discardLabelImport(pool, setName))) {
    throw new CommandError(`No import of the label set "${setName}" was cut off or is held.`, EXIT.usage);
  }
  context.out(`The import of ${setName} is forgotten.`);
}
