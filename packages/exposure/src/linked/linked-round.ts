import { type NumberedWalk, type RoundRecords, ScratchRound } from '../columns/scratch-round.ts';
import type { RoundTask } from '../walk/rounds.ts';
import * as at from './linked-records.ts';

/** A row that is not in memory costs a read of some ten microseconds and more. */
const STEPS_PER_STATE = 4;

/** One round of the walk on linked records: what it needs of a record and of both its ends is in the record's row. */
export class LinkedRound extends ScratchRound {
  readonly #records: at.LinkedRecords;

  constructor(walk: NumberedWalk, task: RoundTask, records: at.LinkedRecords, labels: RoundRecords['labels']) {
    super(walk, task, { lastRecord: records.count, late: null, labels, stepsPerState: STEPS_PER_STATE });
    this.#records = records;
  }

  protected shareOf(record: number): number {
    const { doubles } = this.#records.row(record);
    const double = this.#records.at;
    if (this.isBackward) return doubles[double + at.INFLOW_SHARE] ?? 0;
    const outflow = doubles[double + at.OUTFLOW] ?? 0;
    return outflow < 0 ? 1 : outflow;
  }

  protected nextOf(record: number): number {
    const { words } = this.#records.row(record);
    return words[2 * this.#records.at + (this.isBackward ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT)] ?? 0;
  }

  protected move(record: number): boolean {
    const scratch = this.scratch;
    if (!(scratch.massOf(scratch.states) > 0)) return false;
    const { words, doubles } = this.#records.row(record);
    const double = this.#records.at;
    const word = 2 * double;
    const other = words[word + (this.isBackward ? at.FROM : at.TO)] ?? 0;
    const facts = words[word + (this.isBackward ? at.FROM_FACTS : at.TO_FACTS)] ?? 0;
    const slot = at.slotIn(facts);
    if (slot !== 0 && this.isAbsorbed(other, slot, words[word + at.TIME] ?? 0)) return false;
    if (!this.isBackward) return this.add(scratch.tallyOf(other), words[word + at.TO_NEXT_OUT] ?? 0);
    const outflow = doubles[double + at.OUTFLOW] ?? 0;
    if (outflow < 0 && !this.leaveUncovered(outflow, at.isUnreadIn(facts))) return false;
    return this.add(scratch.tallyOf(other), words[word + at.FROM_PREVIOUS_IN] ?? 0);
  }

  protected isOpeningUnread(account: number): boolean {
    return this.#records.isOpeningUnread(account);
  }
}
