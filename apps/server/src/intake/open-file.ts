import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { messageOf, SourceError } from './source-error.ts';

/** Bytes of a file as they are; one that is missing is told at once. */
export async function openFile(path: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new SourceError(`${path} is a folder; name its files`);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`Cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
  return readFile(path, signal);
}

/** SHA-256 of a file's bytes, as hexadecimal digits. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await openFile(path, signal)) hash.update(chunk);
  return hash.digest('hex');
}

async function* readFile(path: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, signal ? { signal } : {})) yield chunk as Uint8Array;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new SourceError(`Cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
}
