import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { LabelRejection } from '../features/labels/index.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';
import { printable } from './printable.ts';

const SHOWN_REJECTIONS = 10;

export interface RejectionList {
  readonly add: (rejection: LabelRejection) => Promise<void>;
  /** Begins the list again, empty. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The first rejected rows go to stderr, all of them to the file where one is named. */
export async function listRejections(context: CommandContext, file: string | undefined): Promise<RejectionList> {
  let stream = file === undefined ? null : await openForWriting(file);
  let count = 0;
  return {
    add: async (rejection) => {
      count += 1;
      const { location, line, reason, text } = rejection;
      if (count <= SHOWN_REJECTIONS) context.err(printable(`rejected ${location}:${line}: ${reason}: ${text}`));
      if (stream && !stream.write(`${JSON.stringify(rejection)}\n`)) await once(stream, 'drain');
    },
    restart: async () => {
      count = 0;
      await finish(stream);
      stream = file === undefined ? null : await openForWriting(file);
    },
    close: async () => {
      const hidden = count - SHOWN_REJECTIONS;
      if (hidden > 0)
        context.err(`${hidden} more rejected rows${file === undefined ? ' (--rejects FILE lists all)' : `: ${file}`}`);
      await finish(stream);
    },
  };
}

async function finish(stream: WriteStream | null): Promise<void> {
  if (stream === null) return;
  stream.end();
  await once(stream, 'close');
}

async function openForWriting(file: string): Promise<WriteStream> {
  const stream = createWriteStream(file);
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new CommandError(
      `Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`,
      EXIT.usage,
    );
  }
  return stream;
}
