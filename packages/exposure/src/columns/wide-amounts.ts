import { sharedBufferOf, type TableParts } from './record-log.ts';

export interface WideAmountParts {
  readonly table: TableParts;
  readonly huge: readonly (readonly [index: number, amount: bigint])[];
}

const CHUNK_BITS = 12;
const CHUNK_MASK = 2 ** CHUNK_BITS - 1;
export const WIDE_AMOUNT_BYTES = 16;
export const WIDE_CHUNK_BYTES = WIDE_AMOUNT_BYTES * 2 ** CHUNK_BITS;
const LOW = (1n << 64n) - 1n;

/** Amounts of 2^53 base units and more, 16 bytes each; those of 2^128 and more beside them. */
export class WideAmounts {
  readonly #chunks: BigUint64Array[] = [];
  readonly #huge: Map<number, bigint>;
  #count: number;

  constructor(parts?: WideAmountParts) {
    for (const chunk of parts?.table.chunks ?? []) this.#chunks.push(new BigUint64Array(chunk));
    this.#huge = new Map(parts?.huge);
    this.#count = parts?.table.count ?? 0;
  }

  parts(): WideAmountParts {
    const table = { count: this.#count, chunks: this.#chunks.map(sharedBufferOf) };
    return { table, huge: [...this.#huge] };
  }

  get bytes(): number {
    return this.#chunks.length * 2 ** CHUNK_BITS * 16 + this.#huge.size * 128;
  }

  /** Keeps an amount and returns its index. */
  add(amount: bigint): number {
    const index = this.#count;
    if (index >>> CHUNK_BITS >= this.#chunks.length)
      this.#chunks.push(new BigUint64Array(new SharedArrayBuffer(2 ** CHUNK_BITS * 16)));
    this.#count += 1;
    const chunk = this.#chunks[index >>> CHUNK_BITS];
    if (amount >> 128n !== 0n || chunk === undefined) this.#huge.set(index, amount);
    else {
      chunk[2 * (index & CHUNK_MASK)] = amount & LOW;
      chunk[2 * (index & CHUNK_MASK) + 1] = amount >> 64n;
    }
    return index;
  }

  at(index: number): bigint {
    const huge = this.#huge.get(index);
    if (huge !== undefined) return huge;
    const chunk = this.#chunks[index >>> CHUNK_BITS];
    const low = chunk?.[2 * (index & CHUNK_MASK)] ?? 0n;
    return ((chunk?.[2 * (index & CHUNK_MASK) + 1] ?? 0n) << 64n) | low;
  }

  truncate(count: number): void {
    for (const index of this.#huge.keys()) if (index >= count) this.#huge.delete(index);
    this.#count = count;
  }
}
