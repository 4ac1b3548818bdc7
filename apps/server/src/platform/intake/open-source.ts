import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { formatCount } from '@assay/wording';
import { reasonOf } from '../kernel/text/message-of.ts';
import { openUrl } from './open-url.ts';
import { peekBytes } from './peek-bytes.ts';
import { SourceError, UntrustedSourceError } from './source-error.ts';

const GZIP_MAGIC = [0x1f, 0x8b] as const;
/** Longest silence of a server before it counts as gone. */
const STALL_TIMEOUT_MS = 60_000;
/** What a server answers is taken up to here, unpacked; the disk of the operator is not the publisher's to fill. */
const MAX_BYTES_OF_URL = 100_000_000_000;

/** A file or URL whose bytes are read once, from front to back. */
export interface Source {
  /** File name, or path of the URL. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface OpenSourceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of a server; 60,000 where not given. */
  readonly stallTimeoutMs?: number | undefined;
  /** Most bytes of a URL, unpacked; 100,000,000,000 where not given. */
  readonly maxBytes?: number | undefined;
  /** Whether redirects may lead into a private network; they may not where not given. */
  readonly allowsPrivateRedirects?: boolean | undefined;
}

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Names stdin where a file is expected. */
export const STDIN = '-';

/**
 * Opens a file, stdin or an http(s) URL as a stream of bytes, unpacked where its first bytes are those of gzip. A
 * missing file or an error response is thrown here; a later interruption is thrown by the stream.
 *
 * @throws SourceError, here and from the stream
 */
export async function openSource(location: string, options: OpenSourceOptions = {}): Promise<Source> {
  const { signal, stallTimeoutMs = STALL_TIMEOUT_MS, maxBytes = MAX_BYTES_OF_URL } = options;
  const { allowsPrivateRedirects = false } = options;
  if (location === STDIN) return { name: 'stdin', bytes: await unpacked(readStdin(signal), 'stdin') };
  if (!isUrl(location)) {
    return { name: path.basename(location), bytes: await unpacked(await openFile(location, signal), location) };
  }
  const answer = await openUrl(location, { signal, stallTimeoutMs, allowsPrivateRedirects });
  const bytes = limited(await unpacked(answer, location), maxBytes, location);
  return { name: new URL(location).pathname, bytes };
}

async function* readStdin(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  if (signal !== undefined) addAbortSignal(signal, process.stdin);
  for await (const chunk of process.stdin) yield chunk as Uint8Array;
}

/** The bytes as they are, or unpacked where the first ones are those of gzip. `location` is named in errors. */
export async function unpacked(
  source: AsyncIterable<Uint8Array>,
  location: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { head, bytes } = await peekBytes(source, (sofar) => sofar.length >= GZIP_MAGIC.length);
  return GZIP_MAGIC.every((byte, index) => head[index] === byte) ? unpack(bytes, location) : bytes;
}

async function* unpack(bytes: AsyncIterable<Uint8Array>, location: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  let sourceFailure: unknown;
  // A failing source destroys the unpacker with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(noting(bytes), { objectMode: false }), gunzip).catch(() => undefined);
  async function* noting(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      sourceFailure = error;
      throw error;
    }
  }
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    if (sourceFailure !== undefined) throw sourceFailure;
    const message = `Cannot unpack ${location}: ${reasonOf(error)}`;
    // What was unpacked before a wrong byte shows may be wrong as well; of an archive that is only cut, it is right.
    if (isDamage(error)) throw new UntrustedSourceError(message, { cause: error });
    throw new SourceError(message, { cause: error });
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR';
}

async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  location: string,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new SourceError(`${location} answers more than ${formatCount(maxBytes)} bytes`);
    }
    yield chunk;
  }
}

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
