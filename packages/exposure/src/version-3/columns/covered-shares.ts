import { sharedBufferOf, type TableParts } from '../../columns/record-log.ts';

const CHUNK_BITS = 12;
const CHUNK_MASK = 2 ** CHUNK_BITS - 1;
const SHARE_BYTES = 8;
export const COVERED_CHUNK_BYTES = SHARE_BYTES * 2 ** CHUNK_BITS;

const ALL = 0;
const NOTHING = 1;
const FIRST = 2;

/** Shares of payments that a balance covers, as numbers: nearly all are 1, and most others 0; the rest is kept here. */
export class CoveredShares {
  readonly #chunks: Float64Array[] = [];
  #count = 0;

  constructor(parts?: TableParts) {
    for (const chunk of parts?.chunks ?? []) this.#chunks.push(new Float64Array(chunk));
    this.#count = parts?.count ?? 0;
  }

  parts(): TableParts {
    return { count: this.#count, chunks: this.#chunks.map(sharedBufferOf) };
  }

  get bytes(): number {
    return this.#chunks.length * COVERED_CHUNK_BYTES;
  }

  /** Number of a share, 0..1. */
  numberOf(covered: number): number {
    if (covered === 1) return ALL;
    if (covered === 0) return NOTHING;
    const index = this.#count;
    if (index >>> CHUNK_BITS >= this.#chunks.length) {
      this.#chunks.push(new Float64Array(new SharedArrayBuffer(COVERED_CHUNK_BYTES)));
    }
    this.#count = index + 1;
    const chunk = this.#chunks[index >>> CHUNK_BITS];
    if (chunk !== undefined) chunk[index & CHUNK_MASK] = covered;
    return FIRST + index;
  }

  shareAt(number: number): number {
    if (number === ALL) return 1;
    if (number === NOTHING) return 0;
    const index = number - FIRST;
    return this.#chunks[index >>> CHUNK_BITS]?.[index & CHUNK_MASK] ?? 0;
  }
}
