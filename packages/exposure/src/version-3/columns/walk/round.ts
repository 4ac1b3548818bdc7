import type { PacedSteps } from '../../../walk/options.ts';
import type { RoundTask } from '../../../walk/rounds.ts';
import type { Start } from '../../walk/flow-walk.ts';
import * as at from '../line.ts';
import { type ColumnFlowWalk, FlowMover, keyAt } from './flow-mover.ts';
import { FoundRows } from './found-rows.ts';
import { NO_EFFECT } from './passage.ts';
import { type FlowScratch, isAtBound, stateOf } from './scratch.ts';
import * as layout from './state-layout.ts';

/** What one round on columns found. */
export interface FoundOnColumns {
  readonly collector: FoundRows;
  readonly cut: number;
  readonly states: number;
  readonly flowsRead: number;
  readonly steps: number;
}

/** States between two looks at cancellation and pace. */
const STATES_PER_LOOK = 64;

/**
 * One round of section 5.3 on columns: takes the states of `FlowRound` in its order, and adds the same masses one after the
 * other. Each next flow is found by the threads of the line itself.
 */
export class ColumnFlowRound {
  readonly #walk: ColumnFlowWalk;
  readonly #task: RoundTask;
  readonly #scratch: FlowScratch;
  readonly #rows: FoundRows;
  readonly #mover: FlowMover;
  #frontier = Number.POSITIVE_INFINITY;
  #cut = 0;
  #taken = 0;
  #deepest = 1;
  #flowsRead: number;
  /** Line of the start before. */
  #lineBefore = 0;

  constructor(walk: ColumnFlowWalk, task: RoundTask, scratch: FlowScratch) {
    this.#walk = walk;
    this.#task = task;
    this.#scratch = scratch;
    scratch.clear();
    this.#rows = new FoundRows(walk.isOnReviewedList);
    this.#mover = new FlowMover(walk, task.threshold, scratch, this.#rows);
    this.#flowsRead = walk.flowsOfStarts;
  }

  *run(): PacedSteps<FoundOnColumns> {
    const { pace, starts, unread } = this.#walk;
    const { round, threshold } = this.#task;
    if (unread > 0) this.#rows.notFollowed.add(unread);
    for (const start of starts) {
      this.#begin(start);
      if (pace.isDue()) yield { round, threshold, states: 0 };
    }
    while (this.#takeSome()) {
      if (pace.isDue(STATES_PER_LOOK)) yield { round, threshold, states: this.#taken };
    }
    this.#finish();
    return {
      collector: this.#rows,
      cut: this.#cut,
      states: this.#taken,
      flowsRead: this.#flowsRead,
      steps: this.#deepest,
    };
  }

  #begin(start: Start): void {
    const { moves } = this.#scratch;
    const { passage } = this.#mover;
    const first = moves.count;
    passage.ofStart(start.weight, start.owners);
    if (start.flow === null) for (const outcome of start.outcomes) this.#mover.moveBy(outcome, 0, 1, start.owners);
    else this.#mover.moveOver(this.#lineAt(start.flow.position), 1, start.owners);
    passage.end();
    this.#scratch.letFreshWait();
    if (this.#walk.keepsTaken) moves.begin(first);
  }

  /** Starts are mostly flows into one account, one after the other. */
  #lineAt(position: number): number {
    const { columns } = this.#walk;
    const { log } = columns.tables;
    const next = log.word(this.#lineBefore, at.TO_PREVIOUS_IN);
    const line = next !== 0 && at.positionOf(log, next) === position ? next : columns.lineAt(position);
    this.#lineBefore = line;
    return line;
  }

  /** Takes states until the next look; false when the round is done. */
  #takeSome(): boolean {
    const scratch = this.#scratch;
    const { heap } = scratch;
    const { threshold, maxStates } = this.#task;
    for (let left = STATES_PER_LOOK; left > 0; left -= 1) {
      if (heap.size === 0) return false;
      const waiting = heap.top;
      if (isAtBound(waiting)) {
        this.#joinOrWait(stateOf(heap.pop()));
        continue;
      }
      const state = stateOf(waiting);
      const total = scratch.totalOf(state);
      if (total >= threshold && this.#taken >= maxStates) return false;
      this.#frontier = heap.topKey / 2;
      heap.pop();
      if (total < threshold) this.#drop(state);
      else this.#take(state);
    }
    return true;
  }

  /** Moves a state to its flow: it joins the mass that is already there, or waits. */
  #joinOrWait(state: number): void {
    const scratch = this.#scratch;
    const line = scratch.word(state, layout.TARGET);
    if (line === 0) {
      const tally = scratch.word(state, layout.TALLY);
      const end = scratch.tallyWord(tally, layout.END);
      if (end === 0) scratch.setTallyWord(tally, layout.END, state);
      else scratch.join(end, state);
      return;
    }
    const key = this.#keyOf(line);
    // Mass that was set aside while the walk passed its position: too little to have been followed there.
    if (key >= this.#frontier) {
      this.#flowsRead += 1;
      this.#drop(state);
      return;
    }
    const there = scratch.stateAt.claim(line, state);
    if (there >= 0) {
      scratch.join(there, state);
      return;
    }
    this.#flowsRead += 1;
    scratch.letWait(state, key);
  }

  #take(state: number): void {
    const scratch = this.#scratch;
    const { passage } = this.#mover;
    const line = scratch.word(state, layout.TARGET);
    const depth = scratch.word(state, layout.DEPTH);
    this.#taken += 1;
    if (depth > this.#deepest) this.#deepest = depth;
    const { log } = this.#walk.columns.tables;
    const next = log.word(line, at.TO_PREVIOUS_IN);
    const share = log.double(line, at.INFLOW_SHARE);
    const first = scratch.moves.count;
    passage.ofState(state);
    this.#mover.moveOver(line, share, depth);
    const left = passage.total * (1 - share);
    let rest = 0;
    if (share < 1 && left > 0) {
      const tally = scratch.word(state, layout.TALLY);
      rest = scratch.add(tally, next, this.#frontier - 1, left, depth, this.#task.threshold);
      passage.leaveAt(rest, 1 - share);
    } else {
      passage.end();
    }
    this.#moveFresh();
    if (this.#walk.keepsTaken) this.#keep(state, first, rest);
  }

  /**
   * Lets the states that were just made wait for their turn, or moves them at once where nothing waits that comes before
   * one of them: what is made later waits at lower bounds.
   */
  #moveFresh(): void {
    const scratch = this.#scratch;
    const { heap } = scratch;
    if (heap.size > 0 && heap.topKey > 2 * scratch.lowestFresh) {
      scratch.letFreshWait();
      return;
    }
    for (let index = 0; index < scratch.freshCount; index += 1) this.#joinOrWait(scratch.fresh[index] ?? 0);
    scratch.forgetFresh();
  }

  #keep(state: number, first: number, rest: number): void {
    const { moves } = this.#scratch;
    this.#scratch.setWord(state, layout.FIRST_MOVE, first);
    this.#scratch.setWord(state, layout.MOVES, moves.count - first);
    this.#scratch.setWord(state, layout.REST, rest);
    moves.take(state);
  }

  #drop(state: number): void {
    const total = this.#scratch.totalOf(state);
    this.#cut += total;
    this.#rows.notFollowed.add(total);
  }

  #finish(): void {
    const scratch = this.#scratch;
    const { passage } = this.#mover;
    while (scratch.heap.size > 0) this.#drop(stateOf(scratch.heap.pop()));
    passage.setSteps(false);
    for (let tally = 1; tally <= scratch.tallies; tally += 1) {
      if (scratch.tallyWord(tally, layout.FIRST_PARKED) !== 0) {
        for (const state of scratch.parkedAt(tally)) this.#drop(state);
      }
      const end = scratch.tallyWord(tally, layout.END);
      if (end === 0) continue;
      if (scratch.totalOf(end) < this.#task.threshold) {
        this.#drop(end);
        continue;
      }
      passage.ofState(end);
      this.#mover.leaveUncovered(scratch.tallyWord(tally, layout.ACCOUNT), 1, NO_EFFECT, 0);
      if (this.#walk.keepsTaken) this.#keep(end, scratch.moves.count, 0);
    }
  }

  #keyOf(line: number): number {
    const { log } = this.#walk.columns.tables;
    return keyAt(log.word(line, at.TIME), at.rankIn(log.word(line, at.RANK)));
  }
}
