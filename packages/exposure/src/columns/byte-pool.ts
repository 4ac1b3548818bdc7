import { sharedBufferOf, type TableParts } from './record-log.ts';

const CHUNK_BITS = 20;
const CHUNK_BYTES = 2 ** CHUNK_BITS;
export const BYTE_POOL_CHUNK_BYTES = CHUNK_BYTES;

/** Bytes appended one text after the other; a text never lies across two chunks. */
export class BytePool {
  readonly chunks: Uint8Array[] = [];
  #end = 0;

  constructor(parts?: TableParts) {
    for (const chunk of parts?.chunks ?? []) this.chunks.push(new Uint8Array(chunk));
    this.#end = parts?.count ?? 0;
  }

  parts(): TableParts {
    return { count: this.#end, chunks: this.chunks.map(sharedBufferOf) };
  }

  get bytes(): number {
    return this.chunks.length * CHUNK_BYTES;
  }

  /**
   * Reserves `length` bytes; returns where they start.
   *
   * @throws RangeError for more than a chunk.
   */
  reserve(length: number): number {
    if (length > CHUNK_BYTES) throw new RangeError(`a text of ${length} bytes is too long`);
    const start = this.#startFor(length);
    if (start + length > this.bytes) this.chunks.push(new Uint8Array(new SharedArrayBuffer(CHUNK_BYTES)));
    this.#end = start + length;
    return start;
  }

  chunkOf(start: number): Uint8Array {
    const chunk = this.chunks[Math.floor(start / CHUNK_BYTES)];
    if (chunk === undefined) throw new RangeError(`no bytes at ${start}`);
    return chunk;
  }

  /** Forgets what was written from here on; its chunks stay. */
  truncate(end: number): void {
    this.#end = end;
  }

  #startFor(length: number): number {
    const left = CHUNK_BYTES - (this.#end % CHUNK_BYTES);
    return length <= left ? this.#end : this.#end + left;
  }
}

export function offsetInChunk(start: number): number {
  return start & (CHUNK_BYTES - 1);
}
