import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { CommandError, EXIT } from '../exit.ts';
import { STDIO } from './read-whole.ts';
import type { Terminal } from './terminal.ts';

export interface OutputFile {
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file for writing and empties it; `-` is stdout, which stays open.
 *
 * @throws CommandError when it cannot be written
 */
export async function openOutput(file: string): Promise<OutputFile> {
  const stream = file === STDIO ? process.stdout : createWriteStream(file);
  if (stream !== process.stdout) {
    await once(stream, 'open').catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`Cannot write ${file}: ${reason}`, EXIT.usage, { cause: error });
    });
  }
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    close: async () => {
      if (stream === process.stdout) return;
      stream.end();
      await finished(stream);
    },
  };
}

/** The context of a command whose data of another kind goes to stdout: what it says goes to stderr. */
export function besideData<Context extends Terminal>(context: Context, file: string | undefined): Context {
  return file === STDIO ? { ...context, out: context.err } : context;
}
