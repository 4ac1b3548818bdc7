import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { LabelInput } from './parsers/parser.ts';

/** Longest silence of a server before it counts as gone. */
const STALL_TIMEOUT_MS = 60_000;

/** The file or address cannot be read: nothing was imported. */
export class LabelSourceError extends Error {
  override readonly name = 'LabelSourceError';
}

export interface OpenLabelInputOptions {
  readonly currency?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** A file or an http(s) URL as a stream of bytes; what ends in `.gz` is unpacked on the way. */
export async function openLabelInput(location: string, options: OpenLabelInputOptions = {}): Promise<LabelInput> {
  const { currency, signal } = options;
  const bytes = isUrl(location) ? await openUrl(location, signal) : await openFile(location, signal);
  const name = isUrl(location) ? new URL(location).pathname : path.basename(location);
  return { name, currency, bytes: name.toLowerCase().endsWith('.gz') ? unpack(bytes, location) : bytes };
}

async function openFile(location: string, signal: AbortSignal | undefined): Promise<AsyncIterable<Uint8Array>> {
  try {
    const found = await stat(location);
    if (found.isDirectory()) throw new LabelSourceError(`${location} is a folder; name its files`);
  } catch (error) {
    if (error instanceof LabelSourceError) throw error;
    throw new LabelSourceError(`Cannot read ${location}: ${messageOf(error)}`, { cause: error });
  }
  return createReadStream(location, signal ? { signal } : {});
}

/** Opens the connection and sees a good answer before anything is staged. */
async function openUrl(location: string, signal: AbortSignal | undefined): Promise<AsyncIterable<Uint8Array>> {
  const stall = new AbortController();
  const reached = setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
  try {
    const response = await fetch(location, {
      signal: signal ? AbortSignal.any([signal, stall.signal]) : stall.signal,
      headers: { 'user-agent': 'assay-labels', accept: '*/*' },
    });
    if (!response.ok) throw new LabelSourceError(`Cannot fetch ${location}: the server answers ${response.status}`);
    if (!response.body) throw new LabelSourceError(`Cannot fetch ${location}: the answer is empty`);
    return readBody(response.body, location, stall);
  } catch (error) {
    if (error instanceof LabelSourceError || signal?.aborted) throw error;
    const reason = stall.signal.aborted ? `no answer within ${STALL_TIMEOUT_MS / 1000} s` : messageOf(error);
    throw new LabelSourceError(`Cannot reach ${location}: ${reason}`, { cause: error });
  } finally {
    clearTimeout(reached);
  }
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  location: string,
  stall: AbortController,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError' && !stall.signal.aborted) throw error;
    throw new LabelSourceError(`The connection to ${location} broke off: ${messageOf(error)}`, { cause: error });
  } finally {
    await iterator.return?.();
  }
}

async function* unpack(bytes: AsyncIterable<Uint8Array>, location: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // A failing source destroys the unpacker with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), gunzip).catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof LabelSourceError) throw error;
    throw new LabelSourceError(`Cannot unpack ${location}: ${messageOf(error)}`, { cause: error });
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** Node hides the reason of a failed fetch in `cause`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
