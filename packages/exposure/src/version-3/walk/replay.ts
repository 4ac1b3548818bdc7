import type { NodeId } from '../../records/record.ts';
import { type Waiting, WalkHeap } from '../../walk/heap.ts';
import { isBad } from '../rating/floors/risk-row.ts';
import type { FoundInRound, Start } from './flow-walk.ts';
import type { Parties } from './parties.ts';
import { MixtureCollector } from './rows/collector.ts';
import { Masses } from './rows/masses.ts';
import type { PathLink } from './rows/path-link.ts';
import { settleAtLabel, settleNotFollowed, settleUnknown } from './rows/settle.ts';
import { holderOf, type Move, type WalkState } from './state.ts';
import type { StartPart } from './walk-task.ts';

type Kept = Pick<FoundInRound, 'begun' | 'takenStates'>;

/**
 * The bad share of each start of a round, 0..1 of that start: what of it came from tier S, A or B. No effect of a passage
 * changes what is bad, so one pass over the states in the contrary order gives the bad part of each.
 */
export function badOfStarts({ begun, takenStates }: Kept): readonly number[] {
  const badOf = new Map<WalkState, number>();
  const bad = (state: WalkState | null): number => (state === null ? 0 : (badOf.get(holderOf(state)) ?? 0));
  const ofMoves = (moves: readonly Move[]): number => {
    let sum = 0;
    for (const { outcome, target } of moves) {
      const { ending, factor } = outcome;
      sum += factor * (ending.kind === 'label' ? Number(isBad(ending.source)) : bad(target));
    }
    return sum;
  };
  for (const state of takenStates.toReversed()) {
    const { taken } = state;
    if (taken !== null) badOf.set(state, taken.share * ofMoves(taken.moves) + (1 - taken.share) * bad(taken.rest));
  }
  return begun.map(ofMoves);
}

/**
 * What parts of the starts carried in a round, as shares of all its mass. Since all is linear, every state passes on what
 * it is given as it passed on its mass, so what is found is never more than the round found.
 */
export function carriedBy(
  parts: readonly StartPart[],
  starts: readonly Pick<Start, 'weight' | 'owners'>[],
  kept: Pick<FoundInRound, 'begun'>,
  parties: Parties,
): MixtureCollector<PathLink> {
  const replay = new Replay(parties);
  for (const { start, part, payer } of parts) {
    const begun = starts[start];
    const moves = kept.begun[start];
    if (begun === undefined || moves === undefined) throw new RangeError(`a walk without a start ${start}`);
    replay.begin(Masses.of(begun.weight * part, begun.owners), moves, payer);
  }
  return replay.finish();
}

/** A state that was given mass and has not passed it on. */
interface Given extends Waiting {
  readonly state: WalkState;
  readonly masses: Masses;
}

class Replay {
  readonly #collector = new MixtureCollector<PathLink>();
  readonly #parties: Parties;
  readonly #given = new Map<WalkState, Given>();
  /** In the order in which the round took them. */
  readonly #heap = new WalkHeap<Given>();

  constructor(parties: Parties) {
    this.#parties = parties;
  }

  /** Moves mass of a start, or what one payer paid of it, also by the pool of a part. */
  begin(masses: Masses, moves: readonly Move[], payer: NodeId | null): void {
    if (payer === null) {
      this.#spread(masses, moves, 1);
      return;
    }
    this.#spread(
      masses,
      moves.filter(({ outcome }) => outcome.payer === payer),
      1,
    );
    for (const { outcome, target } of moves) {
      if (target === null || outcome.payer === null || !this.#parties.isPool(outcome.payer)) continue;
      const { factor, effect } = outcome;
      let inPool = masses.through({ factor, effect, addsOwner: false, step: null });
      for (let state: WalkState | null = target; state !== null; ) {
        const { taken } = holderOf(state);
        if (taken === null) break;
        const paid = taken.moves.filter((move) => move.outcome.payer === payer);
        this.#spread(inPool, paid, taken.share);
        inPool = staying(inPool, taken.share);
        state = taken.rest;
      }
    }
  }

  /** Passes on what was given, state by state. */
  finish(): MixtureCollector<PathLink> {
    for (let given = this.#heap.pop(); given !== undefined; given = this.#heap.pop()) {
      const { state, masses } = given;
      if (state.taken === null) continue;
      const { share, moves, rest } = state.taken;
      this.#spread(masses, moves, share);
      if (rest !== null) this.#give(rest, staying(masses, share));
    }
    return this.#collector;
  }

  #spread(from: Masses, moves: readonly Move[], share: number): void {
    for (const { outcome, target } of moves) {
      const { effect, ending } = outcome;
      const addsOwner = ending.kind === 'account' && ending.isOwner;
      const masses = from.through({ factor: share * outcome.factor, effect, addsOwner, step: null });
      switch (ending.kind) {
        case 'label':
          settleAtLabel(this.#collector, masses, ending);
          break;
        case 'unknown':
          settleUnknown(this.#collector, masses);
          break;
        case 'not_followed':
          settleNotFollowed(this.#collector, masses);
          break;
        case 'account':
          if (target !== null) this.#give(target, masses);
          break;
      }
    }
  }

  /** What is given to a state that was not followed is R. */
  #give(to: WalkState, masses: Masses): void {
    const state = holderOf(to);
    const waiting = this.#given.get(state);
    if (waiting !== undefined) {
      waiting.masses.add(masses);
    } else if (state.taken === null) {
      settleNotFollowed(this.#collector, masses);
    } else {
      const { order } = state.taken;
      const given = { key: -order, final: true, made: order, state, masses };
      this.#given.set(state, given);
      this.#heap.push(given);
    }
  }
}

const staying = (masses: Masses, share: number): Masses =>
  masses.through({ factor: 1 - share, effect: 'none', addsOwner: false, step: null });
