import { type LateRecordIndex, POSITIONS_BETWEEN } from './late-record-index.ts';
import * as at from './record-log.ts';

/** A position between records: the next one that was written in order, and how many late ones come before it. */
interface Cursor {
  readonly record: number;
  readonly late: number;
}

/** Records by position, where it does not follow from their numbers. */
export class RecordOrder {
  readonly #log: at.RecordLog;
  readonly #late: LateRecordIndex;

  constructor({ log, late }: { readonly log: at.RecordLog; readonly late: LateRecordIndex }) {
    this.#log = log;
    this.#late = late;
  }

  /** Numbers up to `last` in order of position; null where that is 1 to `last`. */
  upTo(last: number): Uint32Array | null {
    if (this.#late.isPlain && this.#late.gone === 0) return null;
    const records = new Uint32Array(last);
    let count = 0;
    for (const record of this.#up({ record: 1, late: 0 }, last)) {
      records[count] = record;
      count += 1;
    }
    return records.subarray(0, count);
  }

  /** Records of one second, in order. */
  ofSecond(time: number): number[] {
    const records: number[] = [];
    for (const record of this.#up(this.#cursorAt(time), this.#log.count)) {
      if (this.#log.word(record, at.TIME) !== time) break;
      records.push(record);
    }
    return records;
  }

  /** Records before a second, the last one first. */
  before(time: number): Generator<number> {
    return this.#down(this.#cursorAt(time));
  }

  /** All records, the last one first. */
  fromLast(): Generator<number> {
    return this.#down({ record: this.#log.count + 1, late: this.#late.count });
  }

  /** Whether the record of this number was removed. */
  isGone(record: number): boolean {
    return this.#log.word(record, at.FROM) === this.#log.word(record, at.TO);
  }

  #cursorAt(time: number): Cursor {
    let low = 1;
    let high = this.#log.count + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#log.word(this.#late.inOrderUpTo(middle), at.TIME) < time) low = middle + 1;
      else high = middle;
    }
    return { record: low, late: this.#late.firstFrom((late) => this.#log.word(late, at.TIME) >= time) };
  }

  *#up({ record, late }: Cursor, last: number): Generator<number> {
    for (;;) {
      record = this.#late.inOrderFrom(record);
      const next = this.#late.nth(late);
      if (record > last && next === 0) return;
      if (next !== 0 && (record > last || this.#late.positionOf(next) < record * POSITIONS_BETWEEN)) {
        yield next;
        late += 1;
      } else {
        yield record;
        record += 1;
      }
    }
  }

  *#down({ record, late }: Cursor): Generator<number> {
    for (;;) {
      const inOrder = this.#late.inOrderUpTo(record - 1);
      const next = late === 0 ? 0 : this.#late.nth(late - 1);
      if (inOrder === 0 && next === 0) return;
      if (next !== 0 && this.#late.positionOf(next) > inOrder * POSITIONS_BETWEEN) {
        late -= 1;
        yield next;
      } else {
        record = inOrder;
        yield record;
      }
    }
  }
}
