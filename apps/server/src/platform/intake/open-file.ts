import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { reasonOf } from '../kernel/text/message-of.ts';
import { SourceError, UntrustedSourceError } from './source-error.ts';

/** The raw bytes of a file; rejects immediately when the file is missing. */
export async function openFile(path: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new SourceError(`${path} is a folder; name its files`);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`Cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
  return readFile(path, signal);
}

/** SHA-256 of a file's bytes, as hexadecimal digits. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await openFile(path, signal)) hash.update(chunk);
  return hash.digest('hex');
}

/** Another text as soon as the file is another one or was written to; null for what is no file, such as a pipe. */
export async function fileMark(path: string): Promise<string | null> {
  return markOf(await stat(path, { bigint: true }));
}

export function changedWhileRead(path: string): UntrustedSourceError {
  return new UntrustedSourceError(`${path} was changed while it was read; import it again when it is complete`);
}

function markOf(found: BigIntStats): string | null {
  return found.isFile() ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}` : null;
}

async function* readFile(path: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const before = markOf(await handle.stat({ bigint: true }));
    // A stream that is made with an aborted signal fails before anybody can catch it.
    signal?.throwIfAborted();
    const chunks = handle.createReadStream({ autoClose: false, ...(signal ? { signal } : {}) });
    for await (const chunk of chunks) yield chunk as Uint8Array;
    if (markOf(await handle.stat({ bigint: true })) !== before) throw changedWhileRead(path);
  } catch (error) {
    if (signal?.aborted || error instanceof SourceError) throw error;
    throw new SourceError(`Cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  } finally {
    await handle?.close();
  }
}
