import type { NodeId, TransactionRecord } from '../../records/record.ts';
import { WalkHeap } from '../../walk/heap.ts';
import type { EventLoopYield, WalkPace, WalkSettings } from '../../walk/options.ts';
import type { RoundTask } from '../../walk/rounds.ts';
import { CompensatedSum } from '../../walk/sum.ts';
import { type TransactionGraph, UtxoPrefetcher } from '../../walk/utxo-prefetcher.ts';
import type { RoundFound } from '../walk/rounds.ts';
import { FoundRows } from './found-rows.ts';
import { type Arrival, gather, type Lane, type Lanes } from './lanes.ts';
import { addedBy, type Makeup, makeupOf } from './makeup.ts';
import type { Parties } from './parties.ts';
import { inOrder, massOf, Passing } from './passing.ts';
import type { Start } from './starts.ts';

/** What every round of one walk shares. */
export interface CoinWalk {
  readonly starts: readonly Start[];
  readonly parties: Parties;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}

/** A transaction that was taken, and the mass at it by owners. */
export interface Taken {
  readonly makeup: Makeup;
  /** Where it is a coinjoin, what is bad there. */
  readonly coinjoin: Lane | null;
}

/** What one round found. */
export interface CoinRoundFound extends RoundFound {
  /** But for what coinjoins replaced. */
  readonly collector: FoundRows;
  /** Starts that are transactions, then the states, in the order in which they were taken. */
  readonly taken: readonly Taken[];
  /** How many owners back was read at the most, at least 1. */
  readonly steps: number;
}

/** All mass at one transaction. While `final` is false the key is only a bound of its position. */
interface TransactionState {
  readonly node: NodeId;
  key: number;
  final: boolean;
  readonly made: number;
  mass: number;
  readonly arrivals: Arrival[];
  /** `aside`: too little mass so far to be read. */
  stage: 'aside' | 'waiting' | 'done';
}

const LOOK_AHEAD = 1024;

/** One round over the graph of transactions, back in time: strictly in order, each once and with all its mass. */
export class CoinRound {
  readonly #walk: CoinWalk;
  readonly #task: RoundTask;
  readonly #found = new FoundRows();
  readonly #taken: Taken[] = [];
  readonly #heap = new WalkHeap<TransactionState>();
  readonly #states = new Map<NodeId, TransactionState>();
  readonly #cut = new CompensatedSum();
  readonly #passing: Passing;
  readonly #prefetcher: UtxoPrefetcher | null;
  #count = 0;
  #deepest = 1;

  constructor(walk: CoinWalk, task: RoundTask) {
    this.#walk = walk;
    this.#task = task;
    const { parties, settings } = walk;
    this.#passing = new Passing(this.#found, settings.evidence, (arrival, { position }) =>
      this.#push(arrival, position),
    );
    const readsAhead = parties.store.readsAhead === true;
    this.#prefetcher = readsAhead ? new UtxoPrefetcher(graphOf(walk), task.threshold, task.maxStates) : null;
  }

  async run(): Promise<CoinRoundFound> {
    const { pace, parties, starts } = this.#walk;
    const rest = () => pace.rest({ round: this.#task.round, threshold: this.#task.threshold, states: this.#count });
    const yieldToEventLoop: EventLoopYield = async (steps) => {
      if (pace.isDue(steps)) await rest();
    };
    for (const start of starts) {
      this.#start(start);
      if (pace.isDue()) await rest();
    }
    for (let top = this.#heap.items[0]; top !== undefined; top = this.#heap.items[0]) {
      if (pace.isDue()) await rest();
      const transaction = parties.transaction(top.node);
      if (transaction === undefined) {
        if (this.#prefetcher === null) await parties.loadTransactions(this.#wanted());
        else await this.#prefetcher.read(this.#heap.items, yieldToEventLoop);
        continue;
      }
      if (top.final && this.#count >= this.#task.maxStates) break;
      this.#heap.pop();
      if (transaction === null) {
        top.stage = 'done';
        this.#found.notFollowed.add(top.mass);
        this.#walk.settings.onUnread?.(top.node, top.mass);
      } else if (top.final) {
        this.#take(top, transaction);
      } else {
        top.key = transaction.position;
        top.final = true;
        this.#heap.push(top);
      }
    }
    for (const { stage, mass } of this.#states.values()) if (stage !== 'done') this.#drop(mass);
    return {
      collector: this.#found,
      taken: this.#taken,
      states: this.#count,
      cut: this.#cut.value,
      steps: this.#deepest,
    };
  }

  #start(start: Start): void {
    if (start.kind === 'coin') {
      const { coin, weight, lanes } = start;
      this.#push(
        { coin, share: 1, from: { transaction: null, mass: weight, lanes, depth: 1 } },
        Number.POSITIVE_INFINITY,
      );
    } else {
      this.#share(start.makeup, start.weight, start.here, start.beyond, start.depth);
    }
  }

  #take(state: TransactionState, transaction: TransactionRecord): void {
    const { parties, settings } = this.#walk;
    state.stage = 'done';
    this.#count += 1;
    const { arrivals, contradicting } = inOrder(state.arrivals, transaction);
    for (const one of contradicting) this.#found.notFollowed.add(massOf([one]));
    const mass = contradicting.length === 0 ? state.mass : massOf(arrivals);
    const added = addedBy(transaction, parties);
    const { here, beyond } = gather(arrivals, added, settings.evidence);
    let depth = 1;
    for (const { coin, from } of arrivals) {
      this.#deepest = Math.max(this.#deepest, from.depth);
      depth = Math.max(depth, from.depth + added(coin.owner).any);
    }
    // What arrived would hold all that it came through.
    state.arrivals.length = 0;
    this.#share(makeupOf(transaction, null, parties), mass, here, beyond, depth);
  }

  #share(makeup: Makeup, mass: number, here: Lanes, beyond: Lanes, depth: number): void {
    this.#taken.push({ makeup, coinjoin: makeup.isCoinjoin ? here.bad : null });
    this.#passing.share(makeup, mass, here, beyond, depth);
  }

  #push(arrival: Arrival, before: number): void {
    const { coin, share, from } = arrival;
    const mass = share * from.mass;
    if (!(mass > 0)) return;
    const node = coin.createdBy;
    let state = this.#states.get(node);
    if (state === undefined) {
      const made = this.#states.size;
      state = { node, key: before, final: false, made, mass: 0, arrivals: [], stage: 'aside' };
      this.#states.set(node, state);
    }
    if (state.stage === 'done') {
      this.#found.notFollowed.add(mass);
      return;
    }
    state.mass += mass;
    state.arrivals.push(arrival);
    if (state.stage === 'aside' && state.mass >= this.#task.threshold) {
      state.key = before - 1;
      state.stage = 'waiting';
      this.#heap.push(state);
    }
  }

  #drop(mass: number): void {
    this.#cut.add(mass);
    this.#found.notFollowed.add(mass);
  }

  /** Transactions the next states need, the top's first. */
  #wanted(): readonly NodeId[] {
    return this.#heap.items
      .slice(0, LOOK_AHEAD)
      .filter(({ node }) => this.#walk.parties.transaction(node) === undefined)
      .slice(0, Math.max(1, this.#walk.settings.batchSize))
      .map(({ node }) => node);
  }
}

/** What a walk may go on to, for reading ahead. */
function graphOf({ parties, settings }: CoinWalk): TransactionGraph {
  return {
    batchSize: settings.batchSize,
    get: (node) => parties.transaction(node),
    load: (nodes) => parties.loadTransactions(nodes),
    beyond: (transaction) =>
      makeupOf(transaction, null, parties).parts.flatMap((part) =>
        part.from === 'coin' ? [{ node: part.coin.createdBy, share: part.share }] : [],
      ),
  };
}
