import type { MethodRevision } from '../method/method-revision.ts';
import type { NodeId, OutputRecord, TransactionRecord } from '../records/record.ts';
import { inputParts, outputParts } from '../records/utxo-flows.ts';
import { absorberOf, COINBASE_ABSORBER } from './absorber.ts';
import { WalkHeap } from './heap.ts';
import type { EventLoopYield } from './options.ts';
import type { RoundOutcome, RoundTask } from './rounds.ts';
import { RowCollector } from './rows.ts';
import type { PathLink, SamplePath } from './sample-paths.ts';
import { type Arrival, ownerChangeOf, type Passage, passageOf } from './utxo-passage.ts';
import { graphOf, UtxoPrefetcher } from './utxo-prefetcher.ts';
import type { StartTransaction, UtxoWalk } from './utxo-state.ts';

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

/** One round over the DAG of transactions: strictly in order, each once and with all its mass. */
export class UtxoRound {
  readonly #walk: UtxoWalk;
  readonly #task: RoundTask;
  readonly #collector = new RowCollector();
  readonly #heap = new WalkHeap<TransactionState>();
  readonly #states = new Map<NodeId, TransactionState>();
  readonly #prefetcher: UtxoPrefetcher | null;
  #taken = 0;
  #followable = false;

  constructor(walk: UtxoWalk, task: RoundTask) {
    this.#walk = walk;
    this.#task = task;
    this.#prefetcher = walk.readsAhead ? new UtxoPrefetcher(graphOf(walk), task.threshold, task.maxStates) : null;
  }

  async run(): Promise<RoundOutcome<SamplePath>> {
    const { pace, transactions, starts } = this.#walk;
    if (this.#walk.unread > 0) this.#collector.leave('not_followed', this.#walk.unread);
    const rest = () => pace.rest({ round: this.#task.round, threshold: this.#task.threshold, states: this.#taken });
    const yieldToEventLoop: EventLoopYield = async (steps) => {
      if (pace.isDue(steps)) await rest();
    };
    for (const start of starts) {
      this.#start(start);
      if (pace.isDue()) await rest();
    }
    for (let top = this.#heap.items[0]; top !== undefined; top = this.#heap.items[0]) {
      if (pace.isDue()) await rest();
      const transaction = transactions.get(top.node);
      if (transaction === undefined) {
        if (this.#prefetcher === null) await transactions.load(this.#wanted());
        else await this.#prefetcher.read(this.#heap.items, yieldToEventLoop);
        continue;
      }
      if (top.final && this.#taken >= this.#task.maxStates) break;
      this.#heap.pop();
      if (transaction === null) {
        top.stage = 'done';
        this.#collector.leave('not_followed', top.mass);
        this.#walk.settings.onUnread?.(top.node, top.mass);
      } else if (top.final) {
        top.stage = 'done';
        this.#taken += 1;
        this.#shareOut(passageOf(transaction, top.mass, top.arrivals, this.#walk.direction), null);
      } else {
        top.key = this.#keyOf(transaction);
        top.final = true;
        this.#heap.push(top);
      }
    }
    for (const state of this.#states.values()) if (state.stage !== 'done') this.#drop(state.mass);
    return {
      collector: this.#collector,
      followable: this.#followable,
      states: this.#taken,
      recordsRead: starts.length + this.#taken,
      partial: this.#walk.areStartsPartial ? new Map([[this.#walk.subject, starts.length]]) : new Map(),
    };
  }

  #start({ transaction, net, weight }: StartTransaction): void {
    const { subject } = this.#walk;
    const ends = { near: subject, nearAmount: net, spenders: null };
    const start = { mass: weight, best: weight, link: null, hops: 0 };
    this.#shareOut({ transaction, layer: 'direct', ...ends, ...start }, subject);
  }

  /** Shares a transaction's mass out over its far side, leaving one owner's coins out of it. */
  #shareOut(passage: Passage, without: NodeId | null): void {
    const { transaction, mass, best } = passage;
    const { direction } = this.#walk;
    if (direction === 'bwd' && transaction.coinbase) {
      this.#absorbCoinbase(passage);
      return;
    }
    const parts = direction === 'bwd' ? inputParts(transaction, without) : outputParts(transaction, without);
    for (const { coin, share } of parts) {
      if (coin === 'fee') this.#collector.leave('fee', mass * share);
      else if (coin === 'unknown') this.#collector.leave('unknown_origin', mass * share);
      else this.#pass(passage, coin, mass * share, best * share);
    }
  }

  /** Carries one part on: absorbed by the coin's owner, still held by that owner, or into the transaction at the coin's other end. */
  #pass(passage: Passage, coin: OutputRecord, mass: number, best: number): void {
    const { direction, facts, subject, settings } = this.#walk;
    const { transaction, layer } = passage;
    const link = this.#trailOf(passage, coin);
    const hops = passage.hops + ownerChangeOf(passage, coin.owner, direction);
    const { time } = transaction;
    const absorber =
      coin.owner === null ? null : absorberOf(facts.known(coin.owner), time, subject, direction, settings.revision);
    if (absorber !== null) {
      const least = leastHops(layer, settings.revision);
      this.#collector.absorb({ layer, absorber, share: mass, best, hops: Math.max(least, hops), time, link });
      return;
    }
    const next = direction === 'bwd' ? coin.createdBy : coin.spentBy;
    if (next === null) this.#collector.leave('still_held', mass);
    else this.#push(next, this.#keyOf(transaction) - 1, mass, { coin, best, link, hops });
  }

  #absorbCoinbase(passage: Passage): void {
    const { layer, mass, best, transaction } = passage;
    const least = leastHops(layer, this.#walk.settings.revision);
    const hops = passage.hops + ownerChangeOf(passage, null, 'bwd');
    this.#collector.absorb({
      layer,
      absorber: COINBASE_ABSORBER,
      share: mass,
      best,
      hops: Math.max(least, hops),
      time: transaction.time,
      link: this.#trailOf(passage, null),
    });
  }

  #trailOf(passage: Passage, far: OutputRecord | null): PathLink | null {
    if (!this.#walk.settings.evidence) return null;
    const { transaction, near, nearAmount, link: previous } = passage;
    const { direction } = this.#walk;
    const owner = far?.owner ?? null;
    return {
      previous,
      from: direction === 'bwd' ? owner : near,
      to: direction === 'bwd' ? near : owner,
      amount: direction === 'bwd' ? nearAmount : (far?.amount ?? 0n),
      time: transaction.time,
      transaction: transaction.node,
      ownerChange: ownerChangeOf(passage, owner, direction) === 1,
    };
  }

  #push(node: NodeId, key: number, mass: number, arrival: Arrival): void {
    if (!(mass > 0)) return;
    let state = this.#states.get(node);
    if (state === undefined) {
      state = { node, key, final: false, made: this.#states.size, mass: 0, arrivals: [], stage: 'aside' };
      this.#states.set(node, state);
    }
    // Only records that contradict their own order lead back to a transaction that was already taken.
    if (state.stage === 'done') {
      this.#collector.leave('not_followed', mass);
      return;
    }
    state.mass += mass;
    state.arrivals.push(arrival);
    if (state.stage === 'aside' && state.mass >= this.#task.threshold) {
      state.key = key;
      state.stage = 'waiting';
      this.#heap.push(state);
    }
  }

  #drop(mass: number): void {
    this.#followable = true;
    this.#collector.leave('not_followed', mass);
  }

  /** Transactions the next states need, the top's first. */
  #wanted(): readonly NodeId[] {
    return this.#heap.items
      .slice(0, LOOK_AHEAD)
      .filter((state) => this.#walk.transactions.get(state.node) === undefined)
      .slice(0, Math.max(1, this.#walk.settings.batchSize))
      .map((state) => state.node);
  }

  #keyOf(transaction: TransactionRecord): number {
    return this.#walk.direction === 'bwd' ? transaction.position : -transaction.position;
  }
}

/**
 * What is indirect passed another owner, so it is at least two changes of owner away, even where an output
 * back to an owner of an input is the same hop. Revision 1 could say one.
 */
function leastHops(layer: Passage['layer'], revision: MethodRevision): 1 | 2 {
  return layer === 'direct' || revision === 1 ? 1 : 2;
}
