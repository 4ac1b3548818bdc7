import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import type { Assay, Batch } from '../../../client/src/index.ts';
import { declareScreen } from '../declared.ts';
import { CommandError, EXIT } from '../exit.ts';
import { readWhole, STDIO } from '../terminal/read-whole.ts';
import { saveStream } from '../terminal/save-stream.ts';
import type { RemoteContext } from './context.ts';

interface ScreenOptions {
  readonly in: string;
  readonly out: string;
  readonly asset?: string;
  readonly parent?: string;
  readonly name?: string;
  readonly again?: true;
  readonly json?: true;
}

const LOOK_MS = 2_000;

export function registerRemoteScreen(program: Command, context: RemoteContext): void {
  declareScreen(program)
    .option('--name <text>', 'a name of the batch, for you')
    .option('--again', 'start over, whatever the server has of this list')
    .addHelpText(
      'after',
      '\nThe list is a batch of the server: up to 100,000 rows, CSV or JSON Lines. The key needs the scope batches. Each row\ncosts one check credit, unless it is free again. A batch goes on when this command is stopped: for 24 hours, the same\ncommand finds it again.',
    )
    .action((options: ScreenOptions) => screen(options, context));
}

async function screen(options: ScreenOptions, context: RemoteContext): Promise<void> {
  const { asset, parent, name } = options;
  const assay = await context.connect();
  const list = (await readWhole(options.in)).toString('utf8');
  const made = await assay.batches.create(/^\s*\{/.test(list) ? { jsonl: list } : { csv: list }, {
    idempotencyKey: options.again === true ? crypto.randomUUID() : keyOf([list, asset ?? '', parent ?? '']),
    signal: context.signal,
    ...(asset === undefined ? {} : { asset }),
    ...(parent === undefined ? {} : { network: parent }),
    ...(name === undefined ? {} : { name }),
  });
  const batch = await finish(assay, made, context);
  await saveStream(
    await assay.batches.resultsFile(batch.id, 'csv', { signal: context.signal }),
    options.out,
    context.signal,
  );
  summarize(batch, options, context);
}

/** Follows a batch to its end. */
async function finish(assay: Assay, { id }: Batch, context: RemoteContext): Promise<Batch> {
  for (;;) {
    const batch = await assay.batches.retrieve(id, { signal: context.signal });
    const { rows, status, pause_reason: reason } = batch;
    context.progress(`${formatCount(rows.total - rows.waiting)} of ${formatCount(rows.total)} rows of ${id}`);
    switch (status) {
      case 'completed':
        return batch;
      case 'canceled':
        throw new CommandError(`Batch ${id} was cancelled. --again starts another.`);
      case 'paused':
        throw new CommandError(
          `Batch ${id} is paused: ${reason}. When that is mended, run: assay batches resume ${id}. Then run this again.`,
        );
      case 'open':
      case 'running':
        await pause(LOOK_MS, undefined, { signal: context.signal });
    }
  }
}

function summarize({ id, rows, checks_charged: charged }: Batch, options: ScreenOptions, context: RemoteContext): void {
  const isPiped = options.out === STDIO;
  const say = isPiped ? context.err : context.out;
  const refused = rows.invalid + rows.failed + rows.canceled;
  const text = `${formatCount(rows.total)} rows in ${isPiped ? 'stdout' : options.out}: ${formatCount(rows.rated)} rated, ${formatCount(rows.not_rated)} not rated, ${formatCount(refused)} rejected. ${formatCount(charged)} check credits spent.`;
  say(options.json === true ? JSON.stringify({ batch: id, rows, checks_charged: charged }) : text);
  if (refused > 0) throw new CommandError('', EXIT.no);
}

/** The same list with the same options is the same batch. */
function keyOf(parts: readonly string[]): string {
  return `assay-screen-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
