import type { Direction, NodeId } from '../records/record.ts';
import type { PacedSteps, WalkPace, WalkSettings } from '../walk/options.ts';
import type { RoundOutcome, RoundTask } from '../walk/rounds.ts';
import { FIRST_LABEL_SLOT, type WalkableLabels } from './column-labels.ts';
import { type ColumnPath, ColumnRows } from './column-rows.ts';
import type { ColumnScratch } from './column-scratch.ts';
import type { WalkableColumns } from './column-tables.ts';
import { type LateRecordIndex, POSITIONS_BETWEEN } from './late-record-index.ts';
import { coveredOf } from './record-log.ts';
import * as layout from './state-layout.ts';

/** States between two looks at cancellation and pace. */
const STATES_PER_LOOK = 64;
const NONE_PARTIAL: ReadonlyMap<NodeId, number> = new Map();

/** What every round of one walk on columns shares. */
export interface ColumnWalk {
  readonly columns: WalkableColumns;
  readonly direction: Direction;
  /** The subject's account. */
  readonly subject: number;
  /** Its records in the walk's order, and the share of the direction each is. */
  readonly starts: Uint32Array;
  readonly weights: Float64Array;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
  readonly scratch: ColumnScratch;
}

/**
 * The masses, states and order of one round of the walk on columns; `ColumnRound` reads the records. It takes the same
 * states in the same order as `AccountRound` and adds the same masses one after the other, but keeps states in typed arrays.
 */
export abstract class ScratchRound {
  protected readonly scratch: ColumnScratch;
  protected readonly isBackward: boolean;
  protected readonly lastRecord: number;
  readonly #walk: ColumnWalk;
  readonly #task: RoundTask;
  readonly #rows: ColumnRows;
  readonly #labels: WalkableLabels;
  /** Null where numbers are positions. */
  readonly #late: LateRecordIndex | null;
  /** Positions are counted down from here going forward, so that both directions take the highest first. */
  readonly #mirror: number;
  #frontier = Number.POSITIVE_INFINITY;
  #started = 0;
  #taken = 0;
  #recordsRead: number;
  #followable = false;

  constructor(walk: ColumnWalk, task: RoundTask) {
    const { lastRecord, labels, tables } = walk.columns;
    const late = tables.late.isPlain ? null : tables.late;
    this.#walk = walk;
    this.#task = task;
    this.#rows = new ColumnRows(walk.settings.evidence);
    this.#labels = labels;
    this.#late = late;
    this.#mirror = late === null ? lastRecord + 1 : (lastRecord + 1) * POSITIONS_BETWEEN;
    this.#recordsRead = walk.starts.length;
    this.scratch = walk.scratch;
    this.isBackward = walk.direction === 'bwd';
    this.lastRecord = lastRecord;
    this.scratch.clear();
  }

  /** The part of a state's mass that moves over its record. */
  protected abstract shareOf(record: number): number;
  /** The next record of the account whose record this is, in the walk's direction; 0 for none. */
  protected abstract nextOf(record: number): number;
  /** Carries the mass of the next state over a record to its other end; whether a state waits there. */
  protected abstract move(record: number): boolean;
  /** Whether an account has records before the first one known. */
  protected abstract isOpeningUnread(account: number): boolean;

  /** Names the records of the paths found, before another round takes the states that do. */
  keepRecords(): void {
    this.#rows.keepRecords(this.scratch);
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
    const scratch = this.scratch;
    const state = scratch.states;
    scratch.makeSpace();
    const bound = this.#positionOf(record) - 1;
    scratch.prepareNext(weight, weight, bound, 1, record, 0);
    if (this.move(record)) scratch.heap.push(2 * bound + 1, state);
  }

  /** Takes states until the next look; false when the round is done. */
  #takeSome(): boolean {
    const scratch = this.scratch;
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
    const scratch = this.scratch;
    scratch.makeSpace();
    this.#taken += 1;
    const doubles = scratch.stateDoubles;
    const words = scratch.stateWords;
    const own = state * layout.STATE_DOUBLES;
    const ownWord = state * layout.STATE_WORDS;
    const record = words[ownWord + layout.TARGET] ?? 0;
    const next = this.nextOf(record);
    const share = this.shareOf(record);
    const mass = doubles[own + layout.MASS] ?? 0;
    const best = doubles[own + layout.BEST] ?? 0;
    const hops = words[ownWord + layout.HOPS] ?? 0;
    const bound = this.#frontier - 1;

    const first = scratch.states;
    scratch.prepareNext(mass * share, best * share, bound, hops + 1, record, state + 1);
    const hasMoved = this.move(record);

    const second = scratch.states;
    const viaRecord = words[ownWord + layout.VIA_RECORD] ?? 0;
    const viaState = words[ownWord + layout.VIA_STATE] ?? 0;
    scratch.prepareNext(mass * (1 - share), best * (1 - share), bound, hops, viaRecord, viaState);
    const hasStayed = this.add(words[ownWord + layout.TALLY] ?? 0, next);

    // What waits with a bound at or above the next position comes before what was just made.
    const { heap } = scratch;
    while (heap.size > 0 && heap.topKey >= 2 * bound + 1) this.#joinOrWait(heap.pop());
    if (hasMoved) this.#joinOrWait(first);
    if (hasStayed) this.#joinOrWait(second);
  }

  /** Whether the next state's mass ends at an account with labels. */
  protected isAbsorbed(account: number, slot: number, time: number): boolean {
    const { direction, subject } = this.#walk;
    if (account === subject && slot >= FIRST_LABEL_SLOT) return false;
    const absorber = this.#labels.absorberOf(slot, time, direction);
    if (absorber === null) return false;
    const scratch = this.scratch;
    if (absorber !== 'fee') this.#rows.absorb(absorber, time, scratch);
    else this.#rows.residuals.fee.add(scratch.massOf(scratch.states));
    return true;
  }

  /** Leaves the part of the next state that its sender's opening balance paid, by `OUTFLOW`; whether mass is left. */
  protected leaveUncovered(outflow: number, isUnread: boolean): boolean {
    const scratch = this.scratch;
    const covered = coveredOf(outflow);
    this.#leaveOpening(isUnread, scratch.massOf(scratch.states) * (1 - covered));
    scratch.scaleNext(covered);
    return scratch.massOf(scratch.states) > 0;
  }

  protected add(tally: number, target: number): boolean {
    return this.scratch.addNext(tally, target, this.#task.threshold);
  }

  /** Moves a state to its record: it joins the mass that is already there, or waits. */
  #joinOrWait(state: number): void {
    const scratch = this.scratch;
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

  #leaveOpening(isUnread: boolean, mass: number): void {
    const { residuals } = this.#rows;
    // Not by a name that is found out: that would be looked up each time.
    (isUnread ? residuals.not_followed : residuals.unknown_origin).add(mass);
  }

  #finish(): void {
    const scratch = this.scratch;
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
      else if (this.isBackward) this.#leaveOpening(this.isOpeningUnread(tallyWords[word + layout.ACCOUNT] ?? 0), ended);
      else this.#rows.residuals.still_held.add(ended);
    }
  }

  #positionOf(record: number): number {
    const position = this.#late === null ? record : this.#late.positionOf(record);
    return this.isBackward ? position : this.#mirror - position;
  }
}
