import { ROUNDING_ROOM, type RoundOutcome, type RoundTask } from '../walk/rounds.ts';
import { FLAGS, OPENING_UNREAD } from './account-rows.ts';
import { FIRST_LABEL_SLOT } from './column-labels.ts';
import { type ColumnPath, ColumnRows } from './column-rows.ts';
import type { ColumnScratch } from './column-scratch.ts';
import type { ColumnWalk } from './column-tables.ts';
import { type LateRecordIndex, POSITIONS_BETWEEN } from './late-record-index.ts';
import * as at from './record-log.ts';

/** States between two looks at cancellation and pace. */
const STATES_PER_LOOK = 64;

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
  readonly #lastRecord: number;
  /** Null where numbers are positions. */
  readonly #late: LateRecordIndex | null;
  /** Positions are counted down from here going forward, so that both directions take the highest first. */
  readonly #mirror: number;
  #frontier = Number.POSITIVE_INFINITY;
  #taken = 0;
  #recordsRead: number;
  #followable = false;

  constructor(walk: ColumnWalk, task: RoundTask) {
    this.#walk = walk;
    this.#task = task;
    this.#rows = new ColumnRows(walk.settings.evidence);
    this.#scratch = walk.scratch;
    this.#isBackward = walk.direction === 'bwd';
    this.#words = walk.columns.tables.log.words;
    this.#doubles = walk.columns.tables.log.doubles;
    this.#slots = walk.columns.labels.slots;
    this.#lastRecord = walk.columns.lastRecord;
    const { late } = walk.columns.tables;
    this.#late = late.isPlain ? null : late;
    this.#mirror = this.#late === null ? this.#lastRecord + 1 : (this.#lastRecord + 1) * POSITIONS_BETWEEN;
    this.#recordsRead = walk.starts.length;
    this.#scratch.clear();
  }

  async run(): Promise<RoundOutcome<ColumnPath>> {
    const { starts, weights, pace } = this.#walk;
    for (let first = 0; first < starts.length; first += STATES_PER_LOOK) {
      const after = Math.min(starts.length, first + STATES_PER_LOOK);
      for (let index = first; index < after; index += 1) this.#start(starts[index] ?? 0, weights[index] ?? 0);
      if (pace.isDue(STATES_PER_LOOK)) await this.#rest();
    }
    while (this.#takeSome()) if (pace.isDue(STATES_PER_LOOK)) await this.#rest();
    this.#finish();
    return {
      collector: this.#rows.sums((record, state) => this.#scratch.recordsOf(record, state)),
      followable: this.#followable,
      states: this.#taken,
      recordsRead: this.#recordsRead,
      partial: new Map(),
    };
  }

  #rest(): Promise<void> {
    const { round, threshold } = this.#task;
    return this.#walk.pace.rest({ round, threshold, states: this.#taken });
  }

  #start(record: number, weight: number): void {
    const state = this.#move(record, weight, weight, -1, 1);
    if (state >= 0) this.#scratch.heap.push(2 * (this.#positionOf(record) - 1) + 1, state);
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
      const mass = scratch.mass[state] ?? 0;
      if (mass < threshold) {
        heap.pop();
        this.#frontier = key / 2;
        this.#drop(mass);
        continue;
      }
      if (this.#taken >= maxStates) return false;
      heap.pop();
      this.#take(state, key / 2);
    }
    return true;
  }

  #take(state: number, position: number): void {
    const scratch = this.#scratch;
    this.#frontier = position;
    this.#taken += 1;
    const record = scratch.target[state] ?? 0;
    const doubles = this.#doubles[record >>> at.CHUNK_BITS];
    const double = (record & at.CHUNK_MASK) << 3;
    const outflow = doubles?.[double + at.OUTFLOW] ?? 0;
    const share = this.#isBackward ? (doubles?.[double + at.INFLOW_SHARE] ?? 0) : outflow < 0 ? 1 : outflow;
    const mass = scratch.mass[state] ?? 0;
    const best = scratch.best[state] ?? 0;
    const hops = scratch.hops[state] ?? 0;
    const moved = this.#move(record, mass * share, best * share, state, hops + 1);

    const rest = 1 - share;
    const words = this.#words[record >>> at.CHUNK_BITS];
    const word = (record & at.CHUNK_MASK) << 4;
    const before = words?.[word + (this.#isBackward ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT)] ?? 0;
    const stayed = this.#push(
      words?.[word + (this.#isBackward ? at.TO : at.FROM)] ?? 0,
      position - 1,
      before > this.#lastRecord ? 0 : before,
      mass * rest,
      best * rest,
      scratch.viaRecord[state] ?? 0,
      scratch.viaState[state] ?? 0,
      hops,
    );
    // What waits with a bound at or above the next position comes before what was just made.
    const bound = 2 * (position - 1) + 1;
    while (scratch.heap.size > 0 && scratch.heap.topKey >= bound) this.#joinOrWait(scratch.heap.pop());
    if (moved >= 0) this.#joinOrWait(moved);
    if (stayed >= 0) this.#joinOrWait(stayed);
  }

  /** Carries mass over a record to its other end; returns the state that waits there, -1 where none does. */
  #move(record: number, arriving: number, bestArriving: number, from: number, hops: number): number {
    if (!(arriving > 0)) return -1;
    const { columns, direction, subject } = this.#walk;
    const words = this.#words[record >>> at.CHUNK_BITS];
    const word = (record & at.CHUNK_MASK) << 4;
    const other = words?.[word + (this.#isBackward ? at.FROM : at.TO)] ?? 0;
    const slot = this.#slots[other] ?? 0;
    if (slot !== 0 && (other !== subject || slot < FIRST_LABEL_SLOT)) {
      const time = words?.[word + at.TIME] ?? 0;
      const absorber = columns.labels.absorberOf(slot, time, direction);
      if (absorber === 'fee') {
        this.#rows.residuals.fee.add(arriving);
        return -1;
      }
      if (absorber !== null) {
        this.#rows.absorb(absorber, arriving, bestArriving, hops, time, record, from);
        return -1;
      }
    }
    let mass = arriving;
    let best = bestArriving;
    let target: number;
    if (this.#isBackward) {
      const outflow = this.#doubles[record >>> at.CHUNK_BITS]?.[((record & at.CHUNK_MASK) << 3) + at.OUTFLOW] ?? 0;
      if (outflow < 0) {
        const covered = at.coveredOf(outflow);
        this.#leaveOpening(other, mass * (1 - covered));
        mass *= covered;
        best *= covered;
      }
      target = words?.[word + at.FROM_PREVIOUS_IN] ?? 0;
    } else {
      target = columns.nextOutOfReceiver(record);
    }
    return this.#push(other, this.#positionOf(record) - 1, target, mass, best, record, from, hops);
  }

  /** Makes a state and returns it, or -1 where its account has too little so far to be followed. */
  #push(
    account: number,
    bound: number,
    target: number,
    mass: number,
    best: number,
    viaRecord: number,
    viaState: number,
    hops: number,
  ): number {
    if (!(mass > 0)) return -1;
    const scratch = this.#scratch;
    const tally = scratch.tallyOf(account);
    const arrived = (scratch.arrived[tally] ?? 0) + mass;
    scratch.arrived[tally] = arrived;
    const state = scratch.states;
    if (state >= scratch.target.length) scratch.growStates();
    scratch.states = state + 1;
    scratch.target[state] = target;
    scratch.bound[state] = bound;
    scratch.tally[state] = tally;
    scratch.mass[state] = mass;
    scratch.best[state] = best;
    scratch.hops[state] = hops;
    scratch.viaRecord[state] = viaRecord;
    scratch.viaState[state] = viaState;
    if (arrived * ROUNDING_ROOM < this.#task.threshold) {
      scratch.park(tally, state);
      return -1;
    }
    let parked = scratch.firstParked[tally] ?? -1;
    if (parked >= 0) {
      for (; parked >= 0; parked = scratch.nextParked[parked] ?? -1) {
        scratch.heap.push(2 * (scratch.bound[parked] ?? 0) + 1, parked);
      }
      scratch.firstParked[tally] = -1;
    }
    return state;
  }

  /** Moves a state to its record: it joins the mass that is already there, or waits. */
  #joinOrWait(state: number): void {
    const scratch = this.#scratch;
    const record = scratch.target[state] ?? 0;
    const mass = scratch.mass[state] ?? 0;
    if (record === 0) {
      const tally = scratch.tally[state] ?? 0;
      scratch.ended[tally] = (scratch.ended[tally] ?? 0) + mass;
      return;
    }
    const position = this.#positionOf(record);
    if (position >= this.#frontier) {
      // Mass that was set aside while the walk passed its position: too little to have been followed there.
      this.#recordsRead += 1;
      this.#drop(mass);
      return;
    }
    const there = scratch.stateAt.find(record);
    if (there < 0) {
      this.#recordsRead += 1;
      scratch.stateAt.add(record, state);
      scratch.heap.push(2 * position, state);
      return;
    }
    scratch.mass[there] = (scratch.mass[there] ?? 0) + mass;
    const hops = scratch.hops[state] ?? 0;
    if (hops < (scratch.hops[there] ?? 0)) scratch.hops[there] = hops;
    const best = scratch.best[state] ?? 0;
    if (best > (scratch.best[there] ?? 0)) {
      scratch.best[there] = best;
      scratch.viaRecord[there] = scratch.viaRecord[state] ?? 0;
      scratch.viaState[there] = scratch.viaState[state] ?? 0;
    }
  }

  #drop(mass: number): void {
    this.#followable = true;
    this.#rows.residuals.not_followed.add(mass);
  }

  #leaveOpening(account: number, mass: number): void {
    const isUnread = (this.#walk.columns.tables.accounts.word(account, FLAGS) & OPENING_UNREAD) !== 0;
    this.#rows.residuals[isUnread ? 'not_followed' : 'unknown_origin'].add(mass);
  }

  #finish(): void {
    const scratch = this.#scratch;
    while (scratch.heap.size > 0) this.#drop(scratch.mass[scratch.heap.pop()] ?? 0);
    for (let tally = 0; tally < scratch.accounts; tally += 1) {
      let parked = scratch.firstParked[tally] ?? -1;
      for (; parked >= 0; parked = scratch.nextParked[parked] ?? -1) this.#drop(scratch.mass[parked] ?? 0);
      const ended = scratch.ended[tally] ?? 0;
      if (ended === 0) continue;
      if (ended < this.#task.threshold) this.#drop(ended);
      else if (this.#isBackward) this.#leaveOpening(scratch.account[tally] ?? 0, ended);
      else this.#rows.residuals.still_held.add(ended);
    }
  }

  #positionOf(record: number): number {
    const position = this.#late === null ? record : this.#late.positionOf(record);
    return this.#isBackward ? position : this.#mirror - position;
  }
}
