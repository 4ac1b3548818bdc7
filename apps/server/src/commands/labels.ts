import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import type { Pool } from '../db/index.ts';
import { SourceError, STDIN, UntrustedSourceError } from '../features/intake/index.ts';
import {
  CUT_IMPORT_DAYS,
  countLabels,
  discardLabelImport,
  type ImportLabelsHooks,
  type ImportLabelsReport,
  importLabels,
  isLabelFormat,
  LABEL_FORMAT_IDS,
  LABEL_FORMATS,
  LABEL_IMPORT_QUEUE,
  labelImportJob,
  labelSetVersion,
  listLabelSets,
  PUBLISHERS,
  type Publisher,
  unfinishedLabelImports,
  updateLabels,
} from '../features/labels/index.ts';
import { runDerivedLabelRefresh } from '../jobs/refresh-derived-labels.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';
import { enqueue } from './enqueue-job.ts';
import { listRejections, type RejectionList } from './label-rejections.ts';
import { labelStatsText } from './labels-stats-text.ts';
import { besideData } from './output-file.ts';
import { recordRefusedDownload } from './record-event.ts';

const SHOWN_KINDS = 10;
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

/** `assay labels import|update|stats|discard`. */
export function registerLabels(program: Command, context: CommandContext): void {
  const labels = program.command('labels').description('Labels: who an address belongs to, by whose word');
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
  labels
    .command('update')
    .description('Fetch the publishers’ current lists')
    .option('--only <set>', `one of: ${PUBLISHERS.map(({ setName }) => setName).join(', ')}`)
    .option('--rejects <file>', 'write every rejected row to this file, one JSON object a line; - for stdout')
    .action((options: { readonly only?: string; readonly rejects?: string }) => updateCommand(context, options));
  labels
    .command('stats')
    .description('Which labels are stored: sources, categories, networks, dates, version')
    .option('--json', 'print as JSON')
    .action((options: { readonly json?: boolean }) => statsCommand(context, options));
  labels
    .command('discard')
    .description('Discard an interrupted import; the labels in use stay as they are')
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
    await runDerivedLabelRefresh({ ...context, pool });
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

async function updateCommand(
  plain: CommandContext,
  options: { readonly only?: string; readonly rejects?: string },
): Promise<void> {
  const context = besideData(plain, options.rejects);
  const publishers = PUBLISHERS.filter(({ setName }) => options.only === undefined || options.only === setName);
  if (publishers.length === 0) throw new CommandError(`No publisher "${options.only}"`, EXIT.usage);
  const pool = await context.openDatabase();
  const rejections = await listRejections(context, options.rejects);
  try {
    const outcomes = await updateLabels(pool, publishers, ({ setName }: Publisher) =>
      hooksOf(context, setName, rejections),
    );
    await runDerivedLabelRefresh({ ...context, pool });
    for (const outcome of outcomes) {
      if ('report' in outcome) context.out(reportText(outcome.report));
      else {
        context.err(`${outcome.publisher.setName}: ${outcome.failure.message}`);
        await recordRefusedDownload(context.config, outcome.failure);
      }
    }
    context.out(`Label set version ${await labelSetVersion(pool)}`);
    const failed = outcomes.filter((outcome) => 'failure' in outcome).length;
    if (failed > 0) {
      throw new CommandError(
        `${failed} of ${outcomes.length} publishers could not be fetched; their labels are unchanged.`,
      );
    }
  } finally {
    await rejections.close();
  }
}

async function statsCommand(context: CommandContext, options: { readonly json?: boolean }): Promise<void> {
  const pool = await context.openDatabase();
  const [version, sets, counts] = [await labelSetVersion(pool), await listLabelSets(pool), await countLabels(pool)];
  const unfinished = await unfinishedLabelImports(pool);
  if (options.json) {
    context.out(JSON.stringify({ version, sets, ...counts, unfinished }, null, 2));
    return;
  }
  context.out(labelStatsText(version, sets, counts));
  for (const { setName, rows, reachedAt } of unfinished) {
    context.err(`An import of ${setName} is not finished: ${rows} rows read, last at ${reachedAt}.`);
  }
}

async function discardCommand(context: CommandContext, setName: string): Promise<void> {
  const pool = await context.openDatabase();
  if (!(await discardLabelImport(pool, setName))) {
    throw new CommandError(`No import of the label set "${setName}" was cut off.`, EXIT.usage);
  }
  context.out(`The import of ${setName} is forgotten.`);
}

function hooksOf(context: CommandContext, setName: string, rejections: RejectionList): ImportLabelsHooks {
  return {
    signal: context.signal,
    allowsPrivateRedirects: context.config.allowsPrivateRedirects,
    progress: ({ accepted, rejected }) => context.progress(`${setName}: ${accepted} rows taken, ${rejected} rejected`),
    rejected: rejections.add,
    goesOn: (rows) => context.err(`${setName}: going on behind row ${rows}, where an import was cut off`),
    startsAnew: async () => {
      context.err(`${setName}: the source has changed since; starting again`);
      await rejections.restart();
    },
  };
}

function reportText(report: ImportLabelsReport): string {
  const counts = (record: Readonly<Record<string, number>>): string =>
    Object.entries(record)
      .slice(0, SHOWN_KINDS)
      .map(([key, count]) => `${key} (${count})`)
      .join(', ');
  const lines = [
    `${report.setName}: ${report.labels} labels${report.actors > 0 ? `, ${report.actors} actors` : ''} from ${report.accepted} rows, ${report.rejected} rejected${report.changed ? '' : '; unchanged'}`,
  ];
  if (report.continuedAfter > 0) lines.push(`  ${report.continuedAfter} rows were staged already`);
  if (report.rejected > 0) lines.push(`  rejected: ${counts(report.reasons)}`);
  if (Object.keys(report.unknownWords).length > 0) {
    lines.push(`  words no table knows: ${counts(report.unknownWords)}`);
  }
  return lines.join('\n');
}
