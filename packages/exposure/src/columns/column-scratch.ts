import { NumberTable } from './number-table.ts';
import { StateHeap } from './state-heap.ts';

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

  /** Record the state is at or will be at; 0 for none. */
  target = new Uint32Array(FIRST_SIZE);
  /** Highest position it may take, counted in the walk's direction. */
  bound = new Float64Array(FIRST_SIZE);
  tally = new Int32Array(FIRST_SIZE);
  mass = new Float64Array(FIRST_SIZE);
  best = new Float64Array(FIRST_SIZE);
  hops = new Int32Array(FIRST_SIZE);
  /** Record the best path came over, and the state it came from; -1 for the subject. */
  viaRecord = new Uint32Array(FIRST_SIZE);
  viaState = new Int32Array(FIRST_SIZE);
  /** Next state parked at the same account, -1 for the last. */
  nextParked = new Int32Array(FIRST_SIZE);
  states = 0;

  /** Account of a tally, the mass that ever came to it, what found no record, and its parked states. */
  account = new Uint32Array(FIRST_SIZE);
  arrived = new Float64Array(FIRST_SIZE);
  ended = new Float64Array(FIRST_SIZE);
  firstParked = new Int32Array(FIRST_SIZE);
  lastParked = new Int32Array(FIRST_SIZE);
  accounts = 0;

  clear(): void {
    this.heap.size = 0;
    this.stateAt.clear();
    this.tallies.clear();
    this.steps.clear();
    this.states = 0;
    this.accounts = 0;
  }

  /** The tally of an account, made when it is met first. */
  tallyOf(account: number): number {
    const known = this.tallies.find(account + 1);
    if (known >= 0) return known;
    const tally = this.accounts;
    if (tally >= this.account.length) this.growAccounts();
    this.accounts = tally + 1;
    this.tallies.add(account + 1, tally);
    this.account[tally] = account;
    this.arrived[tally] = 0;
    this.ended[tally] = 0;
    this.firstParked[tally] = -1;
    return tally;
  }

  /** Sets a state aside behind those of its account that were set aside before. */
  park(tally: number, state: number): void {
    this.nextParked[state] = -1;
    if ((this.firstParked[tally] ?? -1) < 0) this.firstParked[tally] = state;
    else this.nextParked[this.lastParked[tally] ?? 0] = state;
    this.lastParked[tally] = state;
  }

  /** Records of a path: the one it came over last, and those of the states before it. */
  recordsOf(record: number, from: number): readonly number[] {
    const records = [record];
    for (let state = from; state >= 0; state = this.viaState[state] ?? -1) records.push(this.viaRecord[state] ?? 0);
    return records;
  }

  growStates(): void {
    const size = this.target.length * 2;
    this.target = grown(this.target, new Uint32Array(size));
    this.bound = grown(this.bound, new Float64Array(size));
    this.tally = grown(this.tally, new Int32Array(size));
    this.mass = grown(this.mass, new Float64Array(size));
    this.best = grown(this.best, new Float64Array(size));
    this.hops = grown(this.hops, new Int32Array(size));
    this.viaRecord = grown(this.viaRecord, new Uint32Array(size));
    this.viaState = grown(this.viaState, new Int32Array(size));
    this.nextParked = grown(this.nextParked, new Int32Array(size));
  }

  growAccounts(): void {
    const size = this.account.length * 2;
    this.account = grown(this.account, new Uint32Array(size));
    this.arrived = grown(this.arrived, new Float64Array(size));
    this.ended = grown(this.ended, new Float64Array(size));
    this.firstParked = grown(this.firstParked, new Int32Array(size));
    this.lastParked = grown(this.lastParked, new Int32Array(size));
  }
}

function grown<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
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
