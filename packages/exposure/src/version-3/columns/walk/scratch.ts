import { NumberTable } from '../../../columns/number-table.ts';
import { StateHeap } from '../../../columns/state-heap.ts';
import { ROUNDING_ROOM } from '../../../walk/rounds.ts';
import { Lanes } from './lanes.ts';
import { Links } from './links.ts';
import { Moves } from './moves.ts';
import * as layout from './state-layout.ts';

const FIRST_SIZE = 256;

/** Memory of one round, reused by the next: states and tallies of accounts, both numbered from 1. */
export class FlowScratch {
  readonly heap = new StateHeap();
  readonly links = new Links();
  readonly lanes = new Lanes(this.links);
  readonly moves = new Moves();
  /** State at a line. */
  readonly stateAt = new NumberTable();
  /** Number of the step that is written for a link. */
  readonly stepNumbers = new NumberTable();
  #ends = new Uint32Array(FIRST_SIZE);
  /** Tally of an account, by its number and one. */
  readonly #tallies = new NumberTable();
  stateDoubles = new Float64Array(FIRST_SIZE * layout.STATE_DOUBLES);
  stateWords = new Uint32Array(this.stateDoubles.buffer);
  states = 0;
  tallyDoubles = new Float64Array(FIRST_SIZE * layout.TALLY_DOUBLES);
  tallyWords = new Uint32Array(this.tallyDoubles.buffer);
  tallies = 0;
  /** States that were just made and neither wait nor are set aside, and the lowest of their bounds. */
  fresh = new Uint32Array(FIRST_SIZE);
  freshCount = 0;
  lowestFresh = Number.POSITIVE_INFINITY;

  clear(): void {
    this.heap.size = 0;
    this.links.clear();
    this.lanes.clear();
    this.moves.clear();
    this.stateAt.clear();
    this.#tallies.clear();
    this.states = 0;
    this.tallies = 0;
    this.forgetFresh();
  }

  word(state: number, field: number): number {
    return this.stateWords[state * layout.STATE_WORDS + field] ?? 0;
  }

  setWord(state: number, field: number, value: number): void {
    this.stateWords[state * layout.STATE_WORDS + field] = value;
  }

  totalOf(state: number): number {
    return this.stateDoubles[state * layout.STATE_DOUBLES + layout.TOTAL] ?? 0;
  }

  tallyWord(tally: number, field: number): number {
    return this.tallyWords[tally * layout.TALLY_WORDS + field] ?? 0;
  }

  setTallyWord(tally: number, field: number, value: number): void {
    this.tallyWords[tally * layout.TALLY_WORDS + field] = value;
  }

  /** The tally of an account, made when it is met first. */
  tallyOf(account: number): number {
    const tally = this.tallies + 1;
    const known = this.#tallies.claim(account + 1, tally);
    if (known >= 0) return known;
    if ((tally + 1) * layout.TALLY_DOUBLES > this.tallyDoubles.length) this.#growTallies();
    this.tallies = tally;
    this.tallyDoubles[tally * layout.TALLY_DOUBLES + layout.ARRIVED] = 0;
    this.setTallyWord(tally, layout.ACCOUNT, account);
    this.setTallyWord(tally, layout.FIRST_PARKED, 0);
    this.setTallyWord(tally, layout.END, 0);
    return tally;
  }

  /**
   * Makes a state at a bound: it is fresh, or is set aside while its account has too little to be followed.
   *
   * @param tally Of its account.
   * @param bound Key up to which it may be.
   */
  add(tally: number, target: number, bound: number, total: number, depth: number, threshold: number): number {
    const state = this.states + 1;
    if ((state + 1) * layout.STATE_DOUBLES > this.stateDoubles.length) this.#growStates();
    this.states = state;
    const words = state * layout.STATE_WORDS;
    this.stateDoubles[state * layout.STATE_DOUBLES + layout.TOTAL] = total;
    this.stateDoubles[state * layout.STATE_DOUBLES + layout.BOUND] = bound;
    this.stateWords[words + layout.TARGET] = target;
    this.stateWords[words + layout.TALLY] = tally;
    this.stateWords[words + layout.DEPTH] = depth;
    this.stateWords[words + layout.JOINED] = 0;
    const arrived = (this.tallyDoubles[tally * layout.TALLY_DOUBLES + layout.ARRIVED] ?? 0) + total;
    this.tallyDoubles[tally * layout.TALLY_DOUBLES + layout.ARRIVED] = arrived;
    if (arrived * ROUNDING_ROOM < threshold) {
      this.#park(tally, state);
      return state;
    }
    if (this.tallyWord(tally, layout.FIRST_PARKED) !== 0) this.#release(tally);
    if (this.freshCount === this.fresh.length) this.#growFresh();
    this.fresh[this.freshCount] = state;
    this.freshCount += 1;
    if (bound < this.lowestFresh) this.lowestFresh = bound;
    return state;
  }

  /** Lets fresh states wait at their bounds. */
  letFreshWait(): void {
    for (let index = 0; index < this.freshCount; index += 1) this.#wait(this.fresh[index] ?? 0);
    this.forgetFresh();
  }

  forgetFresh(): void {
    this.freshCount = 0;
    this.lowestFresh = Number.POSITIVE_INFINITY;
  }

  /** Lets a state wait at its own line, whose key it is. */
  letWait(state: number, key: number): void {
    this.heap.push(2 * key, 2 * state);
  }

  #wait(state: number): void {
    this.heap.push(2 * (this.stateDoubles[state * layout.STATE_DOUBLES + layout.BOUND] ?? 0) + 1, 2 * state + 1);
  }

  /** States parked at an account, in the order they were. */
  *parkedAt(tally: number): Generator<number, void> {
    let parked = this.tallyWord(tally, layout.FIRST_PARKED);
    for (; parked !== 0; parked = this.word(parked, layout.NEXT_PARKED)) yield parked;
  }

  /** Adds the mass of a state to another, which holds it from now on. */
  join(into: number, from: number): void {
    const { stateWords: words, stateDoubles: doubles } = this;
    const [own, other] = [from * layout.STATE_WORDS, into * layout.STATE_WORDS];
    const plain = words[own + layout.PLAIN] ?? 0;
    if (plain === words[other + layout.PLAIN] && plain !== 0 && plain < layout.FIRST_LANE) this.#keepBetter(into, from);
    else this.#joinLanes(into, from);
    const total = into * layout.STATE_DOUBLES + layout.TOTAL;
    doubles[total] = (doubles[total] ?? 0) + this.totalOf(from);
    const depth = words[own + layout.DEPTH] ?? 0;
    if (depth > (words[other + layout.DEPTH] ?? 0)) words[other + layout.DEPTH] = depth;
    words[own + layout.JOINED] = into;
  }

  /** Keeps the better path of two states of one number of owners. */
  #keepBetter(into: number, from: number): void {
    const { stateDoubles: doubles } = this;
    const best = doubles[from * layout.STATE_DOUBLES + layout.BEST] ?? 0;
    if (best <= (doubles[into * layout.STATE_DOUBLES + layout.BEST] ?? 0)) return;
    doubles[into * layout.STATE_DOUBLES + layout.BEST] = best;
    this.setWord(into, layout.LINK, this.word(from, layout.LINK));
  }

  #joinLanes(into: number, from: number): void {
    this.#spread(into);
    this.#spread(from);
    for (let field = layout.PLAIN; field <= layout.ONLY_BAD; field += 1) {
      const lane = this.word(from, field);
      if (lane !== 0) this.setWord(into, field, this.lanes.merged(this.word(into, field), lane));
    }
  }

  /** Gives a state of one number of owners a lane. */
  #spread(state: number): void {
    const plain = this.word(state, layout.PLAIN);
    if (plain === 0 || plain >= layout.FIRST_LANE) return;
    const best = this.stateDoubles[state * layout.STATE_DOUBLES + layout.BEST] ?? 0;
    const lane = this.lanes.single(plain - 1, this.totalOf(state), best, this.word(state, layout.LINK));
    this.setWord(state, layout.PLAIN, lane);
  }

  /** The state that holds the mass of another now. */
  holderOf(state: number): number {
    let holder = state;
    for (let next = this.word(holder, layout.JOINED); next !== 0; next = this.word(holder, layout.JOINED))
      holder = next;
    return holder;
  }

  #park(tally: number, state: number): void {
    this.setWord(state, layout.NEXT_PARKED, 0);
    if (this.tallyWord(tally, layout.FIRST_PARKED) === 0) this.setTallyWord(tally, layout.FIRST_PARKED, state);
    else this.setWord(this.tallyWord(tally, layout.LAST_PARKED), layout.NEXT_PARKED, state);
    this.setTallyWord(tally, layout.LAST_PARKED, state);
  }

  /** Lets what is parked at an account wait at its bounds: enough came to it by now. */
  #release(tally: number): void {
    for (const state of this.parkedAt(tally)) this.#wait(state);
    this.setTallyWord(tally, layout.FIRST_PARKED, 0);
  }

  /** Memory for so many numbers of accounts. */
  endsFor(count: number): Uint32Array {
    if (count > this.#ends.length) this.#ends = new Uint32Array(2 * count);
    return this.#ends;
  }

  #growFresh(): void {
    const fresh = new Uint32Array(2 * this.fresh.length);
    fresh.set(this.fresh);
    this.fresh = fresh;
  }

  #growStates(): void {
    const doubles = new Float64Array(2 * this.stateDoubles.length);
    doubles.set(this.stateDoubles);
    this.stateDoubles = doubles;
    this.stateWords = new Uint32Array(doubles.buffer);
  }

  #growTallies(): void {
    const doubles = new Float64Array(2 * this.tallyDoubles.length);
    doubles.set(this.tallyDoubles);
    this.tallyDoubles = doubles;
    this.tallyWords = new Uint32Array(doubles.buffer);
  }
}

/** Whether what waits in the heap does so at a bound, and not yet at its line. */
export const isAtBound = (waiting: number): boolean => (waiting & 1) !== 0;

/** The state of what waits in the heap. */
export const stateOf = (waiting: number): number => waiting >>> 1;

const IDLE: FlowScratch[] = [];
const KEPT = 4;

/** Memory for one walk; several may run at once. */
export const takeScratch = (): FlowScratch => IDLE.pop() ?? new FlowScratch();

export function giveBack(scratch: FlowScratch): void {
  scratch.clear();
  if (IDLE.length < KEPT) IDLE.push(scratch);
}
