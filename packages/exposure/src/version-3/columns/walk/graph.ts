import { isBad } from '../../rating/floors/risk-row.ts';
import type { Start } from '../../walk/flow-walk.ts';
import type { Outcome } from '../../walk/outcome.ts';
import { outcomesOf } from '../../walk/outcomes.ts';
import { Masses } from '../../walk/rows/masses.ts';
import type { Move, WalkState } from '../../walk/state.ts';
import * as at from '../line.ts';
import type { ColumnFlowWalk } from './flow-mover.ts';
import type { FlowScratch } from './scratch.ts';
import * as layout from './state-layout.ts';

const NOTHING = new Masses();

/** The bad share of each start of a round that kept what was taken (`badOfStarts`). */
export function badOfStarts({ columns }: ColumnFlowWalk, scratch: FlowScratch): readonly number[] {
  const { moves } = scratch;
  const { log } = columns.tables;
  const badOf = new Float64Array(scratch.states + 1);
  const bad = (state: number): number => (state === 0 ? 0 : (badOf[scratch.holderOf(state)] ?? 0));
  for (let order = moves.takenCount - 1; order >= 0; order -= 1) {
    const state = moves.takenAt(order);
    const line = scratch.word(state, layout.TARGET);
    // What found no earlier flow is not bad.
    if (line === 0) continue;
    const share = log.double(line, at.INFLOW_SHARE);
    const moved = moves.badOf(scratch.word(state, layout.FIRST_MOVE), scratch.word(state, layout.MOVES), bad);
    badOf[state] = share * moved + (1 - share) * bad(scratch.word(state, layout.REST));
  }
  return moves.starts.map(([first, count]) => moves.badOf(first, count, bad));
}

/** What became of each start of a round that kept what was taken, as a round over pages has it. */
export function movesOfStarts(walk: ColumnFlowWalk, scratch: FlowScratch): readonly (readonly Move[])[] {
  const graph = new Graph(walk, scratch);
  return walk.starts.map((start, index) => graph.ofStart(start, index));
}

class Graph {
  readonly #walk: ColumnFlowWalk;
  readonly #scratch: FlowScratch;
  readonly #states: readonly WalkState[];

  constructor(walk: ColumnFlowWalk, scratch: FlowScratch) {
    this.#walk = walk;
    this.#scratch = scratch;
    this.#states = Array.from({ length: scratch.states + 1 }, (_, made) => stateOf(made));
    for (let made = 1; made <= scratch.states; made += 1) {
      const joined = scratch.word(made, layout.JOINED);
      const state = this.#states[made];
      if (joined !== 0 && state !== undefined) state.joined = this.#states[joined] ?? null;
    }
    for (let order = 0; order < scratch.moves.takenCount; order += 1) this.#take(order);
  }

  ofStart(start: Start, index: number): readonly Move[] {
    const [first = 0] = this.#scratch.moves.starts[index] ?? [];
    return this.#movesFrom(first, start.flow === null ? start.outcomes : outcomesOf(start.flow, this.#walk.context));
  }

  #take(order: number): void {
    const scratch = this.#scratch;
    const { columns, context } = this.#walk;
    const { tables } = columns;
    const made = scratch.moves.takenAt(order);
    const state = this.#states[made];
    if (state === undefined) return;
    const line = scratch.word(made, layout.TARGET);
    if (line === 0) {
      const account = scratch.tallyWord(scratch.word(made, layout.TALLY), layout.ACCOUNT);
      const ending = context.parties.shortfallOf(tables.firstNode + account);
      const outcome: Outcome = { factor: 1, effect: 'none', payer: null, step: null, ending };
      state.taken = { order, share: 1, moves: [{ outcome, target: null }], rest: null };
      return;
    }
    const outcomes = outcomesOf(columns.flowOf(line), context);
    state.taken = {
      order,
      share: tables.log.double(line, at.INFLOW_SHARE),
      moves: this.#movesFrom(scratch.word(made, layout.FIRST_MOVE), outcomes),
      rest: this.#stateAt(scratch.word(made, layout.REST)),
    };
  }

  /** Moves are kept where they came to a state, or to a bad label. */
  #movesFrom(first: number, outcomes: readonly Outcome[]): readonly Move[] {
    let move = first;
    return outcomes.map((outcome) => {
      const { ending } = outcome;
      const target = ending.kind === 'account' ? this.#stateAt(this.#scratch.moves.targetOf(move)) : null;
      if (ending.kind === 'account' || (ending.kind === 'label' && isBad(ending.source))) move += 1;
      return { outcome, target };
    });
  }

  #stateAt(made: number): WalkState | null {
    return made === 0 ? null : (this.#states[made] ?? null);
  }
}

/** A state of which nothing but what became of it is read. */
const stateOf = (made: number): WalkState => ({
  ...{ node: 0, key: 0, flow: null, final: true, made, masses: NOTHING, depth: 0 },
  ...{ explored: 0, joined: null, taken: null },
});
