import type { PartyFacts } from '../labels/party-facts.ts';
import type { NodeId, TransferRecord } from '../records/record.ts';
import { absorberOf } from './absorber.ts';
import { WalkHeap } from './heap.ts';
import type { Key } from './pages.ts';
import { Prefetcher } from './prefetcher.ts';
import { ROUNDING_ROOM, type RoundOutcome, type RoundTask } from './rounds.ts';
import { RowCollector } from './rows.ts';
import type { PathLink, SamplePath } from './sample-paths.ts';
import type { AccountWalk, WalkState } from './state.ts';

interface AccountTally {
  /** All mass that ever came to the account: no state of it can hold more. */
  arrived: number;
  /** States that cannot reach the threshold, set aside unread. */
  parked: WalkState[];
  /** Mass that found no further record. */
  ended: number;
  recordsRead: number;
}

/** One round: takes states strictly in order, each once and with all its mass. */
export class AccountRound {
  readonly #walk: AccountWalk;
  readonly #task: RoundTask;
  readonly #collector = new RowCollector();
  readonly #heap = new WalkHeap<WalkState>();
  readonly #accounts = new Map<NodeId, AccountTally>();
  readonly #stateAt = new Map<Key, WalkState>();
  readonly #unreadable = new Set<NodeId>();
  readonly #prefetcher: Prefetcher;
  #frontier: Key = Number.POSITIVE_INFINITY;
  #states = 0;
  #made = 0;
  #recordsRead: number;
  #followable = false;

  constructor(walk: AccountWalk, task: RoundTask) {
    this.#walk = walk;
    this.#task = task;
    this.#recordsRead = walk.starts.length;
    this.#prefetcher = new Prefetcher(walk, task.threshold, task.maxStates);
  }

  async run(): Promise<RoundOutcome<SamplePath>> {
    if (this.#walk.unread > 0) this.#collector.leave('not_followed', this.#walk.unread);
    for (const { record, weight } of this.#walk.starts) {
      this.#move(record, weight, weight, null, 0);
      if (this.#walk.pace.isDue()) await this.#rest();
    }
    for (let top = this.#heap.items[0]; top !== undefined; top = this.#heap.items[0]) {
      if (this.#walk.pace.isDue()) await this.#rest();
      if (top.record === null) {
        const found = this.#walk.pages.find(top.node, top.key);
        if (found === 'missing') await this.#fetch();
        else this.#joinOrWait(found);
      } else if (top.mass < this.#task.threshold) {
        this.#heap.pop();
        this.#frontier = top.key;
        this.#drop(top.mass);
      } else if (this.#walk.facts.get(this.#otherEnd(top.record)) === undefined) {
        if (!(await this.#fetch())) this.#leaveUnread(top);
      } else if (this.#states >= this.#task.maxStates) {
        break;
      } else {
        this.#heap.pop();
        this.#take(top, top.record);
      }
    }
    this.#finish();
    return {
      collector: this.#collector,
      followable: this.#followable,
      states: this.#states,
      recordsRead: this.#recordsRead,
      partial: this.#partial(),
    };
  }

  /** Reads on; false, once and for all, when the host allows no more. */
  async #fetch(): Promise<boolean> {
    const { settings, pages } = this.#walk;
    if (settings.mayFetch?.() === false) {
      pages.close();
      return false;
    }
    await this.#prefetcher.read(this.#heap.items, (steps) => this.#yieldToEventLoop(steps));
    return true;
  }

  /** The top state is at a record whose other end may not be requested. */
  #leaveUnread(state: WalkState): void {
    this.#heap.pop();
    this.#frontier = state.key;
    this.#unreadable.add(state.node);
    this.#collector.leave('not_followed', state.mass);
  }

  async #yieldToEventLoop(steps: number): Promise<void> {
    if (this.#walk.pace.isDue(steps)) await this.#rest();
  }

  #rest(): Promise<void> {
    const { round, threshold } = this.#task;
    return this.#walk.pace.rest({ round, threshold, states: this.#states });
  }

  /** Moves the top state to its record: it joins the mass that is already there, or waits. */
  #joinOrWait(found: TransferRecord | 'end' | 'unreadable'): void {
    const state = this.#heap.pop();
    if (state === undefined) return;
    const account = this.#accountOf(state.node);
    if (found === 'unreadable') {
      this.#unreadable.add(state.node);
      this.#leaveUnknown(state.node, state.mass);
      return;
    }
    if (found === 'end') {
      account.ended += state.mass;
      return;
    }
    const key = this.#walk.pages.keyOf(found);
    const there = this.#stateAt.get(key);
    if (there !== undefined && key < this.#frontier) {
      merge(there, state);
      return;
    }
    this.#recordsRead += 1;
    account.recordsRead += 1;
    // Mass that was set aside while the walk passed its position: too little to have been followed there.
    if (key >= this.#frontier) {
      this.#drop(state.mass);
      return;
    }
    state.key = key;
    state.record = found;
    state.final = true;
    this.#stateAt.set(key, state);
    this.#heap.push(state);
  }

  #take(state: WalkState, record: TransferRecord): void {
    this.#frontier = state.key;
    this.#states += 1;
    const share = this.#walk.direction === 'bwd' ? record.inflowShare : record.outflowShare;
    this.#move(record, state.mass * share, state.best * share, state.link, state.hops);
    const stays = 1 - share;
    this.#push(state.node, state.key - 1, state.mass * stays, state.best * stays, state.link, state.hops);
  }

  /** Carries mass over a record to its other end: absorbed there, or on to that account's next record. */
  #move(record: TransferRecord, mass: number, best: number, previous: PathLink | null, hopsBefore: number): void {
    if (!(mass > 0)) return;
    const { direction, facts, subject, settings, pages } = this.#walk;
    const other = facts.known(this.#otherEnd(record));
    const hops = hopsBefore + 1;
    const link: PathLink | null = settings.evidence ? { ...linkOf(record), previous } : null;
    const absorber = absorberOf(other, record.time, subject, direction, settings.revision);
    if (absorber !== null) {
      const layer = hops === 1 ? 'direct' : 'indirect';
      this.#collector.absorb({ layer, absorber, share: mass, best, hops, time: record.time, link });
      return;
    }
    const covered = direction === 'bwd' ? record.covered : 1;
    if (covered < 1) this.#leaveOpening(other, mass * (1 - covered));
    this.#push(other.node, pages.keyOf(record) - 1, mass * covered, best * covered, link, hops);
  }

  #push(node: NodeId, key: Key, mass: number, best: number, link: PathLink | null, hops: number): void {
    if (!(mass > 0)) return;
    this.#made += 1;
    const made = this.#made;
    const state: WalkState = { node, key, record: null, final: false, made, mass, best, link, hops, explored: 0 };
    const account = this.#accountOf(node);
    account.arrived += mass;
    if (account.arrived * ROUNDING_ROOM < this.#task.threshold) {
      account.parked.push(state);
      return;
    }
    if (account.parked.length > 0) {
      for (const parked of account.parked) this.#heap.push(parked);
      account.parked = [];
    }
    this.#heap.push(state);
  }

  #drop(mass: number): void {
    this.#followable = true;
    this.#collector.leave('not_followed', mass);
  }

  #leaveOpening(account: PartyFacts, mass: number): void {
    if (account.openingUnread) this.#leaveUnknown(account.node, mass);
    else this.#collector.leave('unknown_origin', mass);
  }

  #leaveUnknown(node: NodeId, mass: number): void {
    this.#collector.leave('not_followed', mass);
    this.#walk.settings.onUnread?.(node, mass);
  }

  #finish(): void {
    for (const state of this.#heap.inOrder()) this.#drop(state.mass);
    for (const [node, account] of this.#accounts) {
      for (const state of account.parked) this.#drop(state.mass);
      if (account.ended === 0) continue;
      if (account.ended < this.#task.threshold) this.#drop(account.ended);
      else if (this.#walk.direction === 'bwd') this.#leaveOpening(this.#walk.facts.known(node), account.ended);
      else this.#collector.leave('still_held', account.ended);
    }
  }

  #partial(): ReadonlyMap<NodeId, number> {
    const { subject, starts, areStartsPartial } = this.#walk;
    const partial = new Map([...this.#unreadable].map((node) => [node, this.#accountOf(node).recordsRead]));
    if (areStartsPartial) partial.set(subject, starts.length);
    return partial;
  }

  #otherEnd(record: TransferRecord): NodeId {
    return this.#walk.direction === 'bwd' ? record.from : record.to;
  }

  #accountOf(node: NodeId): AccountTally {
    const known = this.#accounts.get(node);
    if (known !== undefined) return known;
    const account: AccountTally = { arrived: 0, parked: [], ended: 0, recordsRead: 0 };
    this.#accounts.set(node, account);
    return account;
  }
}

function linkOf(record: TransferRecord): Omit<PathLink, 'previous'> {
  const { from, to, amount, time, position } = record;
  return { from, to, amount, time, transaction: position, ownerChange: true };
}

function merge(into: WalkState, from: WalkState): void {
  into.mass += from.mass;
  into.hops = Math.min(into.hops, from.hops);
  if (from.best > into.best) {
    into.best = from.best;
    into.link = from.link;
  }
}
