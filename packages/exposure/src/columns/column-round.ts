import type { RoundTask } from '../walk/rounds.ts';
import { FIRST_OUT, FLAGS, OPENING_UNREAD } from './account-rows.ts';
import * as at from './record-log.ts';
import { type ColumnWalk, ScratchRound } from './scratch-round.ts';

/** One round of the walk on columns: each next record is found by the links of the record itself. */
export class ColumnRound extends ScratchRound {
  readonly #columns: ColumnWalk['columns'];
  readonly #words: readonly Uint32Array[];
  readonly #doubles: readonly Float64Array[];
  readonly #slots: Uint32Array;
  readonly #marks: Uint32Array;
  /** What came along when memory was fetched ahead; nobody reads it. */
  ahead = 0;

  constructor(walk: ColumnWalk, task: RoundTask) {
    const { tables, labels } = walk.columns;
    super(walk, task);
    this.#columns = walk.columns;
    this.#words = tables.log.words;
    this.#doubles = tables.log.doubles;
    this.#slots = labels.slots;
    this.#marks = labels.marks;
  }

  protected shareOf(record: number): number {
    const doubles = this.#doubles[record >>> at.CHUNK_BITS];
    const double = (record & at.CHUNK_MASK) << 3;
    if (this.isBackward) return doubles?.[double + at.INFLOW_SHARE] ?? 0;
    const outflow = doubles?.[double + at.OUTFLOW] ?? 0;
    return outflow < 0 ? 1 : outflow;
  }

  protected nextOf(record: number): number {
    const words = this.#words[record >>> at.CHUNK_BITS];
    const word = (record & at.CHUNK_MASK) << 4;
    const next = words?.[word + (this.isBackward ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT)] ?? 0;
    this.#touch(next);
    if (this.isBackward) this.#touch(words?.[word + at.FROM_PREVIOUS_IN] ?? 0);
    return next > this.lastRecord ? 0 : next;
  }

  /** Brings the record's line of memory closer: it is likely to be read soon, and arrives while other work goes on. */
  #touch(record: number): void {
    this.ahead ^= this.#words[record >>> at.CHUNK_BITS]?.[(record & at.CHUNK_MASK) << 4] ?? 0;
  }

  protected move(record: number): boolean {
    const scratch = this.scratch;
    if (!(scratch.massOf(scratch.states) > 0)) return false;
    const chunk = record >>> at.CHUNK_BITS;
    const words = this.#words[chunk];
    const word = (record & at.CHUNK_MASK) << 4;
    const other = words?.[word + (this.isBackward ? at.FROM : at.TO)] ?? 0;
    const isMarked = ((this.#marks[other >>> 5] ?? 0) & (1 << (other & 31))) !== 0;
    if (isMarked && this.isAbsorbed(other, this.#slots[other] ?? 0, words?.[word + at.TIME] ?? 0)) return false;
    if (!this.isBackward)
      return this.add(scratch.tallyOf(other), this.#nextOut(other, words?.[word + at.TO_PREVIOUS_OUT] ?? 0));
    const outflow = this.#doubles[chunk]?.[((record & at.CHUNK_MASK) << 3) + at.OUTFLOW] ?? 0;
    if (outflow < 0 && !this.leaveUncovered(outflow, this.isOpeningUnread(other))) return false;
    return this.add(scratch.tallyOf(other), words?.[word + at.FROM_PREVIOUS_IN] ?? 0);
  }

  /** The first outflow of a receiver after a record, whose last outflow before it is given; 0 for none. */
  #nextOut(receiver: number, before: number): number {
    const { accounts } = this.#columns.tables;
    const next =
      before === 0
        ? accounts.word(receiver, FIRST_OUT)
        : (this.#words[before >>> at.CHUNK_BITS]?.[((before & at.CHUNK_MASK) << 4) + at.FROM_NEXT_OUT] ?? 0);
    return next > this.lastRecord ? 0 : next;
  }

  protected isOpeningUnread(account: number): boolean {
    return (this.#columns.tables.accounts.word(account, FLAGS) & OPENING_UNREAD) !== 0;
  }
}
