import { sharedBufferOf, type TableParts } from './record-log.ts';

export const POOL_CHUNK_BITS = 18;
const CHUNK_WORDS = 2 ** POOL_CHUNK_BITS;
export const WORD_POOL_CHUNK_BYTES = 4 * CHUNK_WORDS;

/** Words appended one entry after the other; an entry never lies across two chunks. */
export class WordPool {
  readonly chunks: Uint32Array[] = [];
  #end = 0;

  constructor(parts?: TableParts) {
    for (const chunk of parts?.chunks ?? []) this.chunks.push(new Uint32Array(chunk));
    this.#end = parts?.count ?? 0;
  }

  parts(): TableParts {
    return { count: this.#end, chunks: this.chunks.map(sharedBufferOf) };
  }

  get bytes(): number {
    return this.chunks.length * WORD_POOL_CHUNK_BYTES;
  }

  /**
   * Reserves `length` words; returns where they start, below 2^32 for 16 GiB of them.
   *
   * @throws RangeError for more than a chunk.
   */
  reserve(length: number): number {
    if (length > CHUNK_WORDS) throw new RangeError(`an entry of ${length} words is too long`);
    const start = this.#startFor(length);
    if (start + length > this.chunks.length * CHUNK_WORDS) {
      this.chunks.push(new Uint32Array(new SharedArrayBuffer(WORD_POOL_CHUNK_BYTES)));
    }
    this.#end = start + length;
    return start;
  }

  chunkOf(start: number): Uint32Array {
    const chunk = this.chunks[start >>> POOL_CHUNK_BITS];
    if (chunk === undefined) throw new RangeError(`no words at ${start}`);
    return chunk;
  }

  #startFor(length: number): number {
    const left = CHUNK_WORDS - (this.#end % CHUNK_WORDS);
    return length <= left ? this.#end : this.#end + left;
  }
}

export function wordInChunk(start: number): number {
  return start & (CHUNK_WORDS - 1);
}
