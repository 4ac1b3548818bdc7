import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { CommandError, EXIT } from '../exit.ts';
import { STDIO } from './read-whole.ts';

/**
 * Writes a stream into a file, or to stdout where it is named `-`. The file is there whole or not at all.
 *
 * @throws CommandError where it cannot be written
 */
export async function saveStream(
  stream: globalThis.ReadableStream<Uint8Array>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  // The declarations of the browser and of Node differ, the object does not.
  const source = Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  if (file === STDIO) return pipeline(source, process.stdout, { signal, end: false });
  const draft = `${file}.part`;
  try {
    await pipeline(source, createWriteStream(draft), { signal });
    await rename(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CommandError(`Cannot write ${file}: ${error.message}`, EXIT.usage, { cause: error });
  }
}
