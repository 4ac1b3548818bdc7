import type { TableParts } from '../../columns/record-log.ts';
import { type WideAmountParts, WideAmounts } from '../../columns/wide-amounts.ts';
import { WordPool, wordInChunk } from '../../columns/word-pool.ts';
import { wholeOf } from '../../records/whole-of.ts';
import type { FlowRow, PartRecord, PartRows } from './flow-row.ts';

/** Words before the accounts that passed money on: the second of the part, how many records, and how many such accounts. */
const HEAD_WORDS = 3;
const RECORD_WORDS = 4;
/** In the upper word of an amount: the lower one is its index among the wide amounts. */
const IS_WIDE = 2 ** 31;
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

export interface PartRecordParts {
  readonly pool: TableParts;
  readonly amounts: WideAmountParts;
}

/**
 * Records of the parts in which an account passed money on, 16 bytes each, and which accounts these are: what step 3 of
 * docs/method/3, section 4, reads. Parts are numbered by where they begin, from 1.
 */
export class PartRecords {
  readonly #pool: WordPool;
  readonly #amounts: WideAmounts;

  constructor(parts?: PartRecordParts) {
    this.#pool = new WordPool(parts?.pool);
    this.#amounts = new WideAmounts(parts?.amounts);
  }

  parts(): PartRecordParts {
    return { pool: this.#pool.parts(), amounts: this.#amounts.parts() };
  }

  get bytes(): number {
    return this.#pool.bytes + this.#amounts.bytes;
  }

  /**
   * Keeps a part and returns its number.
   *
   * @param time Unix seconds.
   * @throws RangeError for more than 60,000 records.
   */
  add(time: number, records: readonly PartRecord[]): number {
    const senders = new Set(records.map(({ from }) => from));
    const passers = [...new Set(records.map(({ to }) => to))].filter((account) => senders.has(account));
    const start = this.#pool.reserve(HEAD_WORDS + passers.length + RECORD_WORDS * records.length);
    const chunk = this.#pool.chunkOf(start);
    let at = wordInChunk(start);
    for (const word of [time, records.length, passers.length, ...passers]) chunk[at++] = word;
    for (const { from, to, amount } of records) {
      chunk[at] = from;
      chunk[at + 1] = to;
      const isWide = amount > EXACT;
      const low = isWide ? this.#amounts.add(amount) : Number(amount & 0xffff_ffffn);
      chunk[at + 2] = low;
      chunk[at + 3] = isWide ? IS_WIDE : Number(amount >> 32n);
      at += RECORD_WORDS;
    }
    return start + 1;
  }

  /**
   * Keeps the parts that flows name; their numbers by those of the rows.
   *
   * @throws RangeError where the records of one are not there, before any is kept
   */
  addAll(flows: readonly FlowRow[], parts: PartRows): ReadonlyMap<number, number> {
    const named = new Map(flows.flatMap(({ part, time }) => (part === null ? [] : [[part, time] as const])));
    for (const part of named.keys()) {
      if (!parts.has(part)) throw new RangeError(`part ${part} came without its records`);
    }
    return new Map([...named].map(([part, time]) => [part, this.add(time, parts.get(part) ?? [])]));
  }

  timeOf(part: number): number {
    return this.#word(part, 0);
  }

  /** Whether this holds for one of the accounts that passed money on. */
  hasPasser(part: number, holds: (account: number) => boolean): boolean {
    const start = part - 1;
    const chunk = this.#pool.chunkOf(start);
    const first = wordInChunk(start) + HEAD_WORDS;
    const count = this.#word(part, 2);
    for (let index = first; index < first + count; index += 1) if (holds(chunk[index] ?? 0)) return true;
    return false;
  }

  recordsOf(part: number): readonly PartRecord[] {
    const chunk = this.#pool.chunkOf(part - 1);
    const first = wordInChunk(part - 1) + HEAD_WORDS + this.#word(part, 2);
    return Array.from({ length: this.#word(part, 1) }, (_, index) => {
      const at = first + RECORD_WORDS * index;
      const [low = 0, high = 0] = [chunk[at + 2], chunk[at + 3]];
      return {
        from: chunk[at] ?? 0,
        to: chunk[at + 1] ?? 0,
        amount: high === IS_WIDE ? this.#amounts.at(low) : wholeOf(high * 2 ** 32 + low),
      };
    });
  }

  /** @throws RangeError where no part has this number */
  #word(part: number, index: number): number {
    return this.#pool.chunkOf(part - 1)[wordInChunk(part - 1) + index] ?? 0;
  }
}
