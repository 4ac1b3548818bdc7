import type { Command } from 'commander';
import { conclude } from '../adapters/derive/conclude.ts';
import {
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
import { SourceError } from '../intake/index.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';
import { enqueue } from './enqueue-job.ts';
import { listRejections, type RejectionList } from './label-rejections.ts';
import { labelStatsText } from './labels-stats-text.ts';

const SHOWN_KINDS = 10;
const SET_NAME = /^[a-z0-9][a-z0-9._:/-]{0,63}$/;
/** The file is at fault, not the machine. */
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
    .description('Import a publisher’s list in place of what stood under its name. Cut off, the same command goes on.')
    .argument('<file-or-url...>', 'files or http(s) addresses that together make up the list; .gz is unpacked')
    .requiredOption('--format <format>', `one of: ${LABEL_FORMAT_IDS.join(', ')}`)
    .option('--source <name>', 'name of the set to replace (default: the publisher’s)')
    .option('--currency <code>', 'currency of a list that names none, such as XBT')
    .option('--rejects <file>', 'write every rejected row to this file, one JSON object a line')
    .option('--json', 'print the outcome as JSON')
    .option('--background', 'hand it to the running server instead of waiting for it')
    .action((locations: string[], options: ImportOptions) => importCommand(context, locations, options));
  labels
    .command('update')
    .description('Fetch the publishers’ current lists')
    .option('--only <set>', `one of: ${PUBLISHERS.map(({ setName }) => setName).join(', ')}`)
    .option('--rejects <file>', 'write every rejected row to this file, one JSON object a line')
    .action((options: { readonly only?: string; readonly rejects?: string }) => updateCommand(context, options));
  labels
    .command('stats')
    .description('What labels stand here: sources, categories, networks, dates, version')
    .option('--json', 'print as JSON')
    .action((options: { readonly json?: boolean }) => statsCommand(context, options));
  labels
    .command('discard')
    .description('Forget an import that was cut off; nothing of it stays, and the labels that stand are untouched')
    .argument('<set>', 'its set, from assay labels stats')
    .action((setName: string) => discardCommand(context, setName));
}

async function importCommand(
  context: CommandContext,
  locations: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const { format } = options;
  if (!isLabelFormat(format)) {
    throw new CommandError(`Unknown format "${format}"; one of: ${LABEL_FORMAT_IDS.join(', ')}`, EXIT.usage);
  }
  const setName = options.source ?? LABEL_FORMATS[format].setName;
  if (setName === null) throw new CommandError(`--source NAME is needed for the format ${format}`, EXIT.usage);
  if (!SET_NAME.test(setName)) {
    throw new CommandError('--source: lower-case letters, digits and . _ : / - only, at most 64', EXIT.usage);
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
    await conclude({ ...context, pool });
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
      const isStaged = (await unfinishedLabelImports(pool)).some((unfinished) => unfinished.setName === setName);
      const next = isStaged ? ' The same command goes on where it stopped.' : '';
      throw new CommandError(`${error.message}\nNothing was changed.${next}`);
    }
    throw error;
  } finally {
    await rejections.close();
  }
}

async function updateCommand(
  context: CommandContext,
  options: { readonly only?: string; readonly rejects?: string },
): Promise<void> {
  const publishers = PUBLISHERS.filter(({ setName }) => options.only === undefined || options.only === setName);
  if (publishers.length === 0) throw new CommandError(`No publisher "${options.only}"`, EXIT.usage);
  const pool = await context.openDatabase();
  const rejections = await listRejections(context, options.rejects);
  try {
    const outcomes = await updateLabels(pool, publishers, ({ setName }: Publisher) =>
      hooksOf(context, setName, rejections),
    );
    await conclude({ ...context, pool });
    for (const outcome of outcomes) {
      if ('report' in outcome) context.out(reportText(outcome.report));
      else context.err(`${outcome.publisher.setName}: ${outcome.failure.message}`);
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
    progress: ({ accepted, rejected }) => context.progress(`${setName}: ${accepted} rows taken, ${rejected} rejected`),
    rejected: rejections.add,
    goesOn: (rows) => context.err(`${setName}: going on behind row ${rows}, where an import was cut off`),
    startsAnew: async () => {
      context.err(`${setName}: the source has changed since; starting anew`);
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
