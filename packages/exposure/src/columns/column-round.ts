import type { NodeId } from '../records/record.ts';
import type { PacedSteps } from '../walk/options.ts';
import type { RoundOutcome, RoundTask } from '../walk/rounds.ts';
import { FIRST_OUT, FLAGS, OPENING_UNREAD } from './account-rows.ts';
import { FIRST_LABEL_SLOT } from './column-labels.ts';
import { type ColumnPath, ColumnRows } from './column-rows.ts';
import type { ColumnScratch } from './column-scratch.ts';
import type { ColumnWalk } from './column-tables.ts';
import { type LateRecordIndex, POSITIONS_BETWEEN } from './late-record-index.ts';
import * as at from './record-log.ts';
import * as layout from './state-layout.ts';

/** States between two looks at cancellation and pace. */
const STATES_PER_LOOK = 64;
const NONE_PARTIAL: ReadonlyMap<NodeId, number> = new Map();

/**
 * One round of the walk on columns. It takes the same states in the same order as `AccountRound` and adds the same
 * masses one after the other, but finds each next record by the links of the record itself and keeps states in typed arrays.
 */
export class ColumnRound {
  readonly #walk: ColumnWalk;
  readonly #task: RoundTask;
  readonly #rows: ColumnRows;
  readonly #scratch: ColumnScratch;
  readonly #isBackward: boolean;
  readonly #words: readonly Uint32Array[];
  readonly #doubles: readonly Float64Array[];
  readonly #slots: Uint32Array;
  readonly #marks: Uint32Array;
  readonly #lastRecord: number;
  /** Null where numbers are positions. */
  readonly #late: LateRecordIndex | null;
  /** Positions are counted down from here going forward, so that both directions take the highest first. */
  readonly #mirror: number;
  #frontier = Number.POSITIVE_INFINITY;
  #started = 0;
  #taken = 0;
  #recordsRead: number;
  #followable = false;
  /** What came along when memory was fetched ahead; nobody reads it. */
  ahead = 0;

  constructor(walk: ColumnWalk, task: RoundTask) {
    this.#walk = walk;
    this.#task = task;
    this.#rows = new ColumnRows(walk.settings.evidence);
    this.#scratch = walk.scratch;
    this.#isBackward = walk.direction === 'bwd';
    this.#words = walk.columns.tables.log.words;
    this.#doubles = walk.columns.tables.log.doubles;
    this.#slots = walk.columns.labels.slots;
    this.#marks = walk.columns.labels.marks;
    this.#lastRecord = walk.columns.lastRecord;
    const { late } = walk.columns.tables;
    this.#late = late.isPlain ? null : late;
    this.#mirror = this.#late === null ? this.#lastRecord + 1 : (this.#lastRecord + 1) * POSITIONS_BETWEEN;
    this.#recordsRead = walk.starts.length;
    this.#scratch.clear();
  }

  /** Names the records of the paths found, before another round takes the states that do. */
  keepRecords(): void {
    this.#rows.keepRecords(this.#scratch);
  }

  *run(): PacedSteps<RoundOutcome<ColumnPath>> {
    const { round, threshold } = this.#task;
    while (this.#advance()) {
      if (this.#walk.pace.isDue(STATES_PER_LOOK)) yield { round, threshold, states: this.#taken };
    }
    this.#finish();
    return {
      collector: this.#rows,
      followable: this.#followable,
      states: this.#taken,
      recordsRead: this.#recordsRead,
      partial: NONE_PARTIAL,
    };
  }

  /** Starts or takes states until the next look; false when the round is done. */
  #advance(): boolean {
    const { starts, weights } = this.#walk;
    const first = this.#started;
    if (first === starts.length) return this.#takeSome();
    const after = Math.min(starts.length, first + STATES_PER_LOOK);
    for (let index = first; index < after; index += 1) this.#start(starts[index] ?? 0, weights[index] ?? 0);
    this.#started = after;
    return true;
  }

  #start(record: number, weight: number): void {
    const scratch = this.#scratch;
    const state = scratch.states;
    scratch.makeSpace();
    const bound = this.#positionOf(record) - 1;
    scratch.prepareNext(weight, weight, bound, 1, record, 0);
    if (this.#move(record)) scratch.heap.push(2 * bound + 1, state);
  }

  /** Takes states until the next look; false when the round is done. */
  #takeSome(): boolean {
    const scratch = this.#scratch;
    const { heap } = scratch;
    const { threshold, maxStates } = this.#task;
    for (let left = STATES_PER_LOOK; left > 0; left -= 1) {
      if (heap.size === 0) return false;
      const key = heap.topKey;
      if (key % 2 === 1) {
        this.#joinOrWait(heap.pop());
        continue;
      }
      const state = heap.top;
      const mass = scratch.massOf(state);
      if (mass < threshold) {
        heap.pop();
        this.#frontier = key / 2;
        this.#drop(mass);
        continue;
      }
      if (this.#taken >= maxStates) return false;
      heap.pop();
      this.#frontier = key / 2;
      this.#take(state);
    }
    return true;
  }

  /** Takes a state at the frontier: part of its mass moves over the record, the rest stays at the account. */
  #take(state: number): void {
    const scratch = this.#scratch;
    scratch.makeSpace();
    this.#taken += 1;
    const doubles = scratch.stateDoubles;
    const words = scratch.stateWords;
    const own = state * layout.STATE_DOUBLES;
    const ownWord = state * layout.STATE_WORDS;
    const record = words[ownWord + layout.TARGET] ?? 0;
    const chunk = record >>> at.CHUNK_BITS;
    const recordDoubles = this.#doubles[chunk];
    const double = (record & at.CHUNK_MASK) << 3;
    const word = (record & at.CHUNK_MASK) << 4;
    const recordWords = this.#words[chunk];
    const before = recordWords?.[word + (this.#isBackward ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT)] ?? 0;
    this.#touch(before);
    if (this.#isBackward) this.#touch(recordWords?.[word + at.FROM_PREVIOUS_IN] ?? 0);
    const outflow = recordDoubles?.[double + at.OUTFLOW] ?? 0;
    const share = this.#isBackward ? (recordDoubles?.[double + at.INFLOW_SHARE] ?? 0) : outflow < 0 ? 1 : outflow;
    const mass = doubles[own + layout.MASS] ?? 0;
    const best = doubles[own + layout.BEST] ?? 0;
    const hops = words[ownWord + layout.HOPS] ?? 0;
    const bound = this.#frontier - 1;

    const first = scratch.states;
    scratch.prepareNext(mass * share, best * share, bound, hops + 1, record, state + 1);
    const hasMoved = this.#move(record);

    const second = scratch.states;
    const viaRecord = words[ownWord + layout.VIA_RECORD] ?? 0;
    const viaState = words[ownWord + layout.VIA_STATE] ?? 0;
    scratch.prepareNext(mass * (1 - share), best * (1 - share), bound, hops, viaRecord, viaState);
    const hasStayed = this.#add(words[ownWord + layout.TALLY] ?? 0, before > this.#lastRecord ? 0 : before);

    // What waits with a bound at or above the next position comes before what was just made.
    const { heap } = scratch;
    while (heap.size > 0 && heap.topKey >= 2 * bound + 1) this.#joinOrWait(heap.pop());
    if (hasMoved) this.#joinOrWait(first);
    if (hasStayed) this.#joinOrWait(second);
  }

  /** Brings the record's line of memory closer: it is likely to be read soon, and arrives while other work goes on. */
  #touch(record: number): void {
    this.ahead ^= this.#words[record >>> at.CHUNK_BITS]?.[(record & at.CHUNK_MASK) << 4] ?? 0;
  }

  /** Carries the mass of the next state over a record to its other end; whether a state waits there. */
  #move(record: number): boolean {
    const scratch = this.#scratch;
    if (!(scratch.massOf(scratch.states) > 0)) return false;
    const chunk = record >>> at.CHUNK_BITS;
    const words = this.#words[chunk];
    const word = (record & at.CHUNK_MASK) << 4;
    const other = words?.[word + (this.#isBackward ? at.FROM : at.TO)] ?? 0;
    const isMarked = ((this.#marks[other >>> 5] ?? 0) & (1 << (other & 31))) !== 0;
    if (isMarked && this.#isAbsorbed(other, words?.[word + at.TIME] ?? 0)) return false;
    if (!this.#isBackward)
      return this.#add(scratch.tallyOf(other), this.#nextOut(other, words?.[word + at.TO_PREVIOUS_OUT] ?? 0));
    const outflow = this.#doubles[chunk]?.[((record & at.CHUNK_MASK) << 3) + at.OUTFLOW] ?? 0;
    if (outflow < 0) {
      const covered = at.coveredOf(outflow);
      this.#leaveOpening(other, scratch.massOf(scratch.states) * (1 - covered));
      scratch.scaleNext(covered);
      if (!(scratch.massOf(scratch.states) > 0)) return false;
    }
    return this.#add(scratch.tallyOf(other), words?.[word + at.FROM_PREVIOUS_IN] ?? 0);
  }

  /** Whether the next state's mass ends at an account with labels. */
  #isAbsorbed(account: number, time: number): boolean {
    const { columns, direction, subject } = this.#walk;
    const slot = this.#slots[account] ?? 0;
    if (account === subject && slot >= FIRST_LABEL_SLOT) return false;
    const absorber = columns.labels.absorberOf(slot, time, direction);
    if (absorber === null) return false;
    const scratch = this.#scratch;
    if (absorber !== 'fee') this.#rows.absorb(absorber, time, scratch);
    else this.#rows.residuals.fee.add(scratch.massOf(scratch.states));
    return true;
  }

  #add(tally: number, target: number): boolean {
    return this.#scratch.addNext(tally, target, this.#task.threshold);
  }

  /** The first outflow of a receiver after a record, whose last outflow before it is given; 0 for none. */
  #nextOut(receiver: number, before: number): number {
    const { accounts } = this.#walk.columns.tables;
    const next =
      before === 0
        ? accounts.word(receiver, FIRST_OUT)
        : (this.#words[before >>> at.CHUNK_BITS]?.[((before & at.CHUNK_MASK) << 4) + at.FROM_NEXT_OUT] ?? 0);
    return next > this.#lastRecord ? 0 : next;
  }

  /** Moves a state to its record: it joins the mass that is already there, or waits. */
  #joinOrWait(state: number): void {
    const scratch = this.#scratch;
    const record = scratch.stateWords[state * layout.STATE_WORDS + layout.TARGET] ?? 0;
    const position = this.#positionOf(record);
    if (record === 0) {
      const tally = scratch.stateWords[state * layout.STATE_WORDS + layout.TALLY] ?? 0;
      const ended = tally * layout.TALLY_DOUBLES + layout.ENDED;
      scratch.tallyDoubles[ended] = (scratch.tallyDoubles[ended] ?? 0) + scratch.massOf(state);
    } else if (position >= this.#frontier) {
      // Mass that was set aside while the walk passed its position: too little to have been followed there.
      this.#recordsRead += 1;
      this.#drop(scratch.massOf(state));
    } else {
      const there = scratch.stateAt.claim(record, state);
      if (there < 0) {
        this.#recordsRead += 1;
        scratch.heap.push(2 * position, state);
        return;
      }
      scratch.join(state, there);
    }
    // It is of no further use: the next one takes its number.
    if (state === scratch.states - 1) scratch.states = state;
  }

  #drop(mass: number): void {
    this.#followable = true;
    this.#rows.residuals.not_followed.add(mass);
  }

  #leaveOpening(account: number, mass: number): void {
    const isUnread = (this.#walk.columns.tables.accounts.word(account, FLAGS) & OPENING_UNREAD) !== 0;
    const { residuals } = this.#rows;
    // Not by a name that is found out: that would be looked up each time.
    (isUnread ? residuals.not_followed : residuals.unknown_origin).add(mass);
  }

  #finish(): void {
    const scratch = this.#scratch;
    const { heap, tallyDoubles, tallyWords } = scratch;
    while (heap.size > 0) this.#drop(scratch.massOf(heap.pop()));
    for (let tally = 0; tally < scratch.accounts; tally += 1) {
      const word = tally * layout.TALLY_WORDS;
      if (tallyWords[word + layout.FIRST_PARKED] !== 0) {
        for (const mass of scratch.parkedMasses(tally)) this.#drop(mass);
      }
      const ended = tallyDoubles[tally * layout.TALLY_DOUBLES + layout.ENDED] ?? 0;
      if (ended === 0) continue;
      if (ended < this.#task.threshold) this.#drop(ended);
      else if (this.#isBackward) this.#leaveOpening(tallyWords[word + layout.ACCOUNT] ?? 0, ended);
      else this.#rows.residuals.still_held.add(ended);
    }
  }

  #positionOf(record: number): number {
    const position = this.#late === null ? record : this.#late.positionOf(record);
    return this.#isBackward ? position : this.#mirror - position;
  }
}
