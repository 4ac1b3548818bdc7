import { besideData, CommandError, EXIT } from '@assay/command';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import {
  approveHeldLabels,
  type HeldLabels,
  type HoldReason,
  heldLabels,
  type LabelDiff,
  labelSetVersion,
  MOST_WITHDRAWN,
  PUBLISHERS,
  type Publisher,
  updateLabels,
} from '../modules/labels/index.ts';
import { openPublishers } from '../modules/labels/module.ts';
import { refreshAfterChange } from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordRefusedDownload } from '../platform/command/record-event.ts';
import { listRejections } from './label-rejections.ts';
import { hooksOf, reportText } from './labels-report.ts';

interface UpdateOptions {
  readonly only?: string;
  readonly rejects?: string;
  readonly hold?: boolean;
}

/** `assay labels update|held|approve`. */
export function registerLabelUpdates(labels: Command, context: CommandContext): void {
  labels
    .command('update')
    .description(
      `Fetch the publishers’ current lists. A list that withdraws more than ${MOST_WITHDRAWN * 100}% of the stored one is held.`,
    )
    .option('--only <set>', `one of: ${PUBLISHERS.map(({ setName }) => setName).join(', ')}`)
    .option('--hold', 'hold every list that differs from the stored one, until it is approved')
    .option('--rejects <file>', 'write every rejected row to this file, one JSON object a line; - for stdout')
    .action((options: UpdateOptions) => updateCommand(context, options));
  labels
    .command('held')
    .description('Lists that wait for approval: what they add, change and withdraw')
    .option('--json', 'print as JSON')
    .action((options: { readonly json?: boolean }) => heldCommand(context, options));
  labels
    .command('approve')
    .description('Publish a list that is held; discard refuses it')
    .argument('<set>', 'its set, from assay labels held')
    .action((setName: string) => approveCommand(context, setName));
}

async function updateCommand(plain: CommandContext, options: UpdateOptions): Promise<void> {
  const context = besideData(plain, options.rejects);
  const publishers = PUBLISHERS.filter(({ setName }) => options.only === undefined || options.only === setName);
  if (publishers.length === 0) throw new CommandError(`No publisher "${options.only}"`, EXIT.usage);
  const pool = await context.openDatabase();
  const rejections = await listRejections(context, options.rejects);
  const reading = openPublishers(pool, context.config);
  try {
    const outcomes = await updateLabels(
      pool,
      publishers,
      ({ setName }: Publisher) => hooksOf(context, setName, rejections),
      {
        policy: { holdsAll: options.hold === true, mostWithdrawn: MOST_WITHDRAWN },
        contents: reading.contents,
      },
    );
    await refreshAfterChange({ ...context, pool });
    for (const outcome of outcomes) {
      if ('update' in outcome) {
        const { update, publisher } = outcome;
        if (update.kind === 'published') {
          context.out(reportText(update.report));
          if (update.report.changed) context.out(`  ${diffText(update.diff)}`);
        } else context.err(heldText({ setName: publisher.setName, ...update }));
      } else if ('nothing' in outcome) {
        context.err(`${outcome.publisher.setName}: nothing to fetch; ${outcome.nothing}`);
      } else {
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
    await reading.close();
    await rejections.close();
  }
}

async function heldCommand(context: CommandContext, options: { readonly json?: boolean }): Promise<void> {
  const held = await heldLabels(await context.openDatabase());
  if (options.json) {
    context.out(JSON.stringify(held, null, 2));
    return;
  }
  if (held.length === 0) context.out('No list waits for approval.');
  for (const list of held) {
    context.out(heldText(list));
    for (const kind of ['added', 'changed', 'withdrawn'] as const) {
      const { count, examples } = list.diff[kind];
      for (const entry of examples) context.out(`  ${kind}: ${entry}`);
      if (count > examples.length) context.out(`  ${kind}: ${formatCount(count - examples.length)} more`);
    }
  }
}

async function approveCommand(context: CommandContext, setName: string): Promise<void> {
  const pool = await context.openDatabase();
  try {
    const published = await approveHeldLabels(pool, setName);
    await refreshAfterChange({ ...context, pool });
    context.out(`${setName}: ${published.labels} labels${published.actors > 0 ? `, ${published.actors} actors` : ''}`);
    context.out(`Label set version ${await labelSetVersion(pool)}`);
  } catch (error) {
    if (error instanceof Error && error.name === 'NothingHeldError') {
      throw new CommandError(`${error.message}.`, EXIT.usage);
    }
    throw error;
  }
}

const REASONS: Readonly<Record<HoldReason, string>> = {
  'thief-and-robbed': 'an address is called a theft’s by one label and the robbed one’s by another',
  'withdraws-too-many': `withdraws more than ${MOST_WITHDRAWN * 100}% of the stored list`,
  'operator-decides': 'differs from the stored list',
};

/** That a list is held, why, and what decides about it. */
export function heldText({ setName, reason, diff }: Pick<HeldLabels, 'setName' | 'reason' | 'diff'>): string {
  return (
    `${setName} is held: it ${REASONS[reason]} (${diffText(diff)}). The labels in use are unchanged. ` +
    `assay labels held shows it, assay labels approve ${setName} publishes it, assay labels discard ${setName} drops it.`
  );
}

function diffText({ stored, added, changed, withdrawn }: LabelDiff): string {
  const [before, more, other, less] = [stored, added.count, changed.count, withdrawn.count].map(formatCount);
  return `of ${before} entries: ${more} added, ${other} changed, ${less} withdrawn`;
}
