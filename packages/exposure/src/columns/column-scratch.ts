import { ROUNDING_ROOM } from '../walk/rounds.ts';
import { NumberTable } from './number-table.ts';
import { StateHeap } from './state-heap.ts';
import * as layout from './state-layout.ts';

const FIRST_SIZE = 1024;

/** Memory of one walk, reused by the next: states by number and what each account was given. */
export class ColumnScratch {
  readonly heap = new StateHeap();
  /** State at a record. */
  readonly stateAt = new NumberTable();
  /** Tally of an account, by its number and one. */
  readonly tallies = new NumberTable();
  /** Number of the step that was written for a record. */
  readonly steps = new NumberTable();

  /** The subject's own records, and their amounts or weights. */
  starts = new Uint32Array(FIRST_SIZE);
  amounts = new Float64Array(FIRST_SIZE);

  /** Accounts at the ends of records whose steps are written. */
  ends = new Uint32Array(FIRST_SIZE);
  /** Indexes of the steps of paths, one path after the other. */
  indexes = new Uint32Array(FIRST_SIZE);

  /** States, seen as doubles and as words. */
  stateDoubles = new Float64Array(FIRST_SIZE * layout.STATE_DOUBLES);
  stateWords = new Uint32Array(this.stateDoubles.buffer);
  states = 0;

  /** Tallies, seen as doubles and as words. */
  tallyDoubles = new Float64Array(FIRST_SIZE * layout.TALLY_DOUBLES);
  tallyWords = new Uint32Array(this.tallyDoubles.buffer);
  accounts = 0;

  clear(): void {
    this.heap.size = 0;
    this.stateAt.clear();
    this.tallies.clear();
    this.steps.clear();
    this.states = 0;
    this.accounts = 0;
  }

  /** Makes space for two more states, so that arrays found before stay those that are written to. */
  makeSpace(): void {
    if ((this.states + 2) * layout.STATE_DOUBLES <= this.stateDoubles.length) return;
    const doubles = new Float64Array(2 * this.stateDoubles.length);
    doubles.set(this.stateDoubles);
    this.stateDoubles = doubles;
    this.stateWords = new Uint32Array(doubles.buffer);
  }

  growIndexes(): void {
    this.indexes = twiceAsLong(this.indexes);
  }

  growEnds(): void {
    this.ends = twiceAsLong(this.ends);
  }

  growStarts(): Pick<ColumnScratch, 'starts' | 'amounts'> {
    const { starts, amounts } = this;
    this.starts = twiceAsLong(starts);
    this.amounts = new Float64Array(2 * amounts.length);
    this.amounts.set(amounts);
    return this;
  }

  /** The tally of an account, made when it is met first. */
  tallyOf(account: number): number {
    const tally = this.accounts;
    const known = this.tallies.claim(account + 1, tally);
    if (known >= 0) return known;
    if ((tally + 1) * layout.TALLY_DOUBLES > this.tallyDoubles.length) this.#growTallies();
    this.accounts = tally + 1;
    this.tallyDoubles[tally * layout.TALLY_DOUBLES + layout.ARRIVED] = 0;
    this.tallyDoubles[tally * layout.TALLY_DOUBLES + layout.ENDED] = 0;
    this.tallyWords[tally * layout.TALLY_WORDS + layout.ACCOUNT] = account;
    this.tallyWords[tally * layout.TALLY_WORDS + layout.FIRST_PARKED] = 0;
    return tally;
  }

  /**
   * Writes what the next state would be, if it gets that far.
   *
   * @param viaState the state its best path came from and one, 0 for the subject
   */
  prepareNext(mass: number, best: number, bound: number, hops: number, viaRecord: number, viaState: number): void {
    const double = this.states * layout.STATE_DOUBLES;
    const word = this.states * layout.STATE_WORDS;
    this.stateDoubles[double + layout.MASS] = mass;
    this.stateDoubles[double + layout.BEST] = best;
    this.stateDoubles[double + layout.BOUND] = bound;
    this.stateWords[word + layout.HOPS] = hops;
    this.stateWords[word + layout.VIA_RECORD] = viaRecord;
    this.stateWords[word + layout.VIA_STATE] = viaState;
  }

  scaleNext(part: number): void {
    const double = this.states * layout.STATE_DOUBLES;
    this.stateDoubles[double + layout.MASS] = (this.stateDoubles[double + layout.MASS] ?? 0) * part;
    this.stateDoubles[double + layout.BEST] = (this.stateDoubles[double + layout.BEST] ?? 0) * part;
  }

  /** Makes the next state, if it has mass; false where its account has too little so far to be followed. */
  addNext(tally: number, target: number, threshold: number): boolean {
    const state = this.states;
    const mass = this.massOf(state);
    if (!(mass > 0)) return false;
    this.states = state + 1;
    this.stateWords[state * layout.STATE_WORDS + layout.TARGET] = target;
    this.stateWords[state * layout.STATE_WORDS + layout.TALLY] = tally;
    const double = tally * layout.TALLY_DOUBLES + layout.ARRIVED;
    const arrived = (this.tallyDoubles[double] ?? 0) + mass;
    this.tallyDoubles[double] = arrived;
    if (arrived * ROUNDING_ROOM < threshold) {
      this.#park(tally, state);
      return false;
    }
    if (this.tallyWords[tally * layout.TALLY_WORDS + layout.FIRST_PARKED] !== 0) this.#releaseParked(tally);
    return true;
  }

  /** Sets a state aside behind those of its account that were set aside before. */
  #park(tally: number, state: number): void {
    const words = this.tallyWords;
    const at = tally * layout.TALLY_WORDS;
    this.stateWords[state * layout.STATE_WORDS + layout.NEXT_PARKED] = 0;
    if (words[at + layout.FIRST_PARKED] === 0) words[at + layout.FIRST_PARKED] = state + 1;
    else
      this.stateWords[((words[at + layout.LAST_PARKED] ?? 1) - 1) * layout.STATE_WORDS + layout.NEXT_PARKED] =
        state + 1;
    words[at + layout.LAST_PARKED] = state + 1;
  }

  /** Lets the parked states of an account wait at their bounds: enough came to it by now. */
  #releaseParked(tally: number): void {
    const first = tally * layout.TALLY_WORDS + layout.FIRST_PARKED;
    for (let parked = this.tallyWords[first] ?? 0; parked !== 0; parked = this.#nextParked(parked)) {
      this.heap.push(2 * (this.stateDoubles[(parked - 1) * layout.STATE_DOUBLES + layout.BOUND] ?? 0) + 1, parked - 1);
    }
    this.tallyWords[first] = 0;
  }

  /** Masses of the states parked at an account, in the order they were. */
  *parkedMasses(tally: number): Generator<number, void> {
    let parked = this.tallyWords[tally * layout.TALLY_WORDS + layout.FIRST_PARKED] ?? 0;
    for (; parked !== 0; parked = this.#nextParked(parked)) yield this.massOf(parked - 1);
  }

  #nextParked(parked: number): number {
    return this.stateWords[(parked - 1) * layout.STATE_WORDS + layout.NEXT_PARKED] ?? 0;
  }

  massOf(state: number): number {
    return this.stateDoubles[state * layout.STATE_DOUBLES + layout.MASS] ?? 0;
  }

  /** Adds a state to the one that waits at the same record, which keeps the better path of the two. */
  join(state: number, there: number): void {
    const doubles = this.stateDoubles;
    const words = this.stateWords;
    const own = state * layout.STATE_DOUBLES;
    const other = there * layout.STATE_DOUBLES;
    const ownWord = state * layout.STATE_WORDS;
    const otherWord = there * layout.STATE_WORDS;
    doubles[other + layout.MASS] = (doubles[other + layout.MASS] ?? 0) + (doubles[own + layout.MASS] ?? 0);
    const hops = words[ownWord + layout.HOPS] ?? 0;
    if (hops < (words[otherWord + layout.HOPS] ?? 0)) words[otherWord + layout.HOPS] = hops;
    const best = doubles[own + layout.BEST] ?? 0;
    if (best <= (doubles[other + layout.BEST] ?? 0)) return;
    doubles[other + layout.BEST] = best;
    words[otherWord + layout.VIA_RECORD] = words[ownWord + layout.VIA_RECORD] ?? 0;
    words[otherWord + layout.VIA_STATE] = words[ownWord + layout.VIA_STATE] ?? 0;
  }

  #growTallies(): void {
    const doubles = new Float64Array(2 * this.tallyDoubles.length);
    doubles.set(this.tallyDoubles);
    this.tallyDoubles = doubles;
    this.tallyWords = new Uint32Array(doubles.buffer);
  }
}

function twiceAsLong(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * words.length);
  longer.set(words);
  return longer;
}

const IDLE: ColumnScratch[] = [];
const KEPT = 4;

/** Scratch memory for one walk; several walks may run at once. */
export function takeScratch(): ColumnScratch {
  return IDLE.pop() ?? new ColumnScratch();
}

export function giveBack(scratch: ColumnScratch): void {
  scratch.clear();
  if (IDLE.length < KEPT) IDLE.push(scratch);
}
