import { createHash } from 'node:crypto';
import { BATCH_REQUEST_BYTES, BATCH_ROWS } from '@assay/contracts/v1';
import { ProblemError } from '../../public-api/problem-error.ts';
import { inTurns, type RowFormat, rowReader } from './read-rows.ts';

/** Of a body beyond a limit. */
export const TOO_LARGE = `A request with rows has at most ${BATCH_REQUEST_BYTES / 1024 / 1024} MiB and ${BATCH_ROWS} rows. Upload larger batches in parts, or make several.`;

/** Blank lines of a request. They take the work of rows and are none: without a limit, a body of them would be read for nothing. */
const MOST_BLANK = BATCH_ROWS;
const TOO_BLANK = `A request with rows has at most ${MOST_BLANK} blank lines. Leave them out.`;

export interface BodySize {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** The rows of a body that has arrived. */
export interface ArrivedRows extends BodySize {
  readonly format: RowFormat;
  /** To be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The rows of a request. All of its bytes have arrived once the first of them is given. */
export interface RowsBody {
  readonly format: RowFormat;
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * What has arrived.
   *
   * @throws ProblemError invalid_request for CSV without a column of addresses, or with names that are none
   */
  readonly size: () => BodySize;
}

/** A body that is measured while it arrives. `store` gives its bytes once all have arrived. */
export function rowsBody(
  format: RowFormat,
  bytes: AsyncIterable<Uint8Array>,
  store: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): RowsBody {
  const meter = new BodyMeter(format);
  return { format, bytes: store(meter.through(bytes)), size: () => meter.size() };
}

/**
 * Works on a body that has arrived, and lets go of it whatever becomes of the work. Nothing of it was read as rows before
 * its size is known.
 *
 * @throws ProblemError payload_too_large, invalid_request; what the body and the work throw
 */
export async function onceArrived<T>(body: RowsBody, work: (rows: ArrivedRows) => Promise<T>): Promise<T> {
  const chunks = body.bytes[Symbol.asyncIterator]();
  try {
    const first = await chunks.next();
    const size = body.size();
    if (size.rows === 0) throw new ProblemError('invalid_request', 'The body has no rows.');
    if (size.rows > BATCH_ROWS) throw new ProblemError('payload_too_large', TOO_LARGE);
    return await work({ ...size, format: body.format, chunks: chunksFrom(first, chunks) });
  } finally {
    await chunks.return?.();
  }
}

async function* chunksFrom(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

/** Counts rows as the reader of rows finds them. */
class BodyMeter {
  readonly #reader;
  readonly #decoder = new TextDecoder();
  readonly #digest = createHash('sha256');
  #rows = 0;
  #bytes = 0;
  #failure: unknown = null;

  constructor(format: RowFormat) {
    this.#reader = rowReader(format);
  }

  async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#bytes += chunk.length;
      this.#digest.update(chunk);
      for await (const part of inTurns(chunk)) {
        this.#count(() => this.#reader.push(this.#decoder.decode(part, { stream: true })));
      }
      yield chunk;
    }
    this.#count(() => this.#reader.push(this.#decoder.decode()));
    this.#count(() => this.#reader.end());
  }

  size(): BodySize {
    if (this.#failure !== null) throw this.#failure;
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#digest.copy().digest() };
  }

  #count(find: () => Iterable<unknown>): void {
    // Beyond the limit it is refused, however many follow.
    if (this.#failure !== null || this.#rows > BATCH_ROWS) return;
    try {
      for (const _ of find()) this.#rows += 1;
      if (this.#reader.blank > MOST_BLANK) throw new ProblemError('payload_too_large', TOO_BLANK);
    } catch (error) {
      // A client reads an answer once it has sent all: what is wrong is thrown with the size.
      this.#failure = error;
    }
  }
}
