import type { NodeId } from '../../records/record.ts';
import { WalkHeap } from '../../walk/heap.ts';
import { ROUNDING_ROOM, type RoundTask } from '../../walk/rounds.ts';
import { EXCHANGED } from '../mixture.ts';
import type { FlowWalk, FoundInRound, ReadyStart } from './flow-walk.ts';
import type { Outcome } from './outcome.ts';
import { isReady, outcomesOf } from './outcomes.ts';
import { FlowPrefetcher } from './prefetcher.ts';
import { MixtureCollector } from './rows/collector.ts';
import { Masses } from './rows/masses.ts';
import type { PathLink } from './rows/path-link.ts';
import { settleAtLabel, settleNotFollowed, settleUnknown } from './rows/settle.ts';
import type { Move, Taken, WalkState } from './state.ts';

interface AccountTally {
  /** All mass that ever came to the account: no state of it can hold more. */
  arrived: number;
  /** States that cannot reach the threshold, set aside unread. */
  parked: WalkState[];
  /** The state before the first flow into it. */
  end: WalkState | null;
  flowsRead: number;
}

const NOTHING = new Masses();

/** One round of section 5.3: takes states strictly in order, each once and with all its mass. */
export class FlowRound {
  readonly #walk: FlowWalk;
  readonly #task: RoundTask;
  readonly #collector = new MixtureCollector<PathLink>();
  readonly #heap = new WalkHeap<WalkState>();
  readonly #accounts = new Map<NodeId, AccountTally>();
  readonly #stateAt = new Map<number, WalkState>();
  readonly #unreadable = new Set<NodeId>();
  readonly #prefetcher: FlowPrefetcher;
  readonly #takenStates: WalkState[] = [];
  #frontier = Number.POSITIVE_INFINITY;
  #cut = 0;
  #states = 0;
  #made = 0;
  #deepest = 1;
  #flowsRead: number;

  constructor(walk: FlowWalk, task: RoundTask) {
    this.#walk = walk;
    this.#task = task;
    this.#flowsRead = walk.flowsOfStarts;
    this.#prefetcher = new FlowPrefetcher(walk, task.threshold, task.maxStates);
  }

  async run(): Promise<FoundInRound> {
    const { pages, pace, starts, unread } = this.#walk;
    if (unread > 0) this.#collector.notFollowed.add(unread);
    const begun: (readonly Move[])[] = [];
    for (const start of starts) {
      begun.push(this.#begin(start));
      if (pace.isDue()) await this.#rest();
    }
    for (let top = this.#heap.items[0]; top !== undefined; top = this.#heap.items[0]) {
      if (pace.isDue()) await this.#rest();
      if (top.flow === null) {
        const found = pages.find(top.node, top.key);
        if (found === 'missing') await this.#fetch();
        else this.#joinOrWait(found);
      } else if (top.masses.total < this.#task.threshold) {
        this.#heap.pop();
        this.#frontier = top.key;
        this.#drop(top);
      } else if (!isReady(top.flow, this.#walk)) {
        await this.#fetch();
      } else if (this.#states >= this.#task.maxStates) {
        break;
      } else {
        this.#heap.pop();
        this.#take(top, top.flow);
      }
    }
    this.#finish();
    return {
      collector: this.#collector,
      cut: this.#cut,
      states: this.#states,
      flowsRead: this.#flowsRead,
      steps: this.#deepest,
      partial: new Map([...this.#unreadable].map((node) => [node, this.#accountOf(node).flowsRead])),
      begun,
      takenStates: this.#takenStates,
    };
  }

  #fetch(): Promise<void> {
    return this.#prefetcher.read(this.#heap.items, (steps) => this.#yieldToEventLoop(steps));
  }

  async #yieldToEventLoop(steps: number): Promise<void> {
    if (this.#walk.pace.isDue(steps)) await this.#rest();
  }

  #rest(): Promise<void> {
    const { round, threshold } = this.#task;
    return this.#walk.pace.rest({ round, threshold, states: this.#states });
  }

  #begin({ weight, outcomes, owners }: ReadyStart): readonly Move[] {
    const masses = Masses.of(weight, owners);
    return outcomes.map((outcome) => ({ outcome, target: this.#move(masses, outcome, outcome.factor, owners) }));
  }

  /** Moves the top state to its flow: it joins the mass that is already there, or waits. */
  #joinOrWait(found: WalkState['flow'] | 'end' | 'unreadable'): void {
    const state = this.#heap.pop();
    if (state === undefined) return;
    const account = this.#accountOf(state.node);
    if (found === 'unreadable') {
      this.#unreadable.add(state.node);
      this.#leaveUnread(state.masses, state.node);
    } else if (found === 'end' || found === null) {
      if (account.end === null) account.end = state;
      else join(account.end, state);
    } else {
      const there = this.#stateAt.get(found.position);
      if (there !== undefined && found.position < this.#frontier) {
        join(there, state);
        return;
      }
      this.#flowsRead += 1;
      account.flowsRead += 1;
      // Mass that was set aside while the walk passed its position: too little to have been followed there.
      if (found.position >= this.#frontier) {
        this.#drop(state);
        return;
      }
      state.key = found.position;
      state.flow = found;
      state.final = true;
      this.#stateAt.set(found.position, state);
      this.#heap.push(state);
    }
  }

  #take(state: WalkState, flow: NonNullable<WalkState['flow']>): void {
    this.#frontier = state.key;
    this.#states += 1;
    this.#deepest = Math.max(this.#deepest, state.depth);
    const share = flow.inflowShare;
    const outcomes = outcomesOf(flow, this.#walk);
    const moves = outcomes.map((outcome) => ({
      outcome,
      target: this.#move(state.masses, outcome, share * outcome.factor, state.depth),
    }));
    const rest =
      share < 1
        ? this.#push(
            state.node,
            state.key - 1,
            state.masses.through({ factor: 1 - share, effect: 'none', addsOwner: false, step: null }),
            state.depth,
          )
        : null;
    state.masses = NOTHING;
    this.#keep(state, { share, moves, rest });
  }

  /** Moves mass to where an outcome ends; the state there, null where it ends for good. */
  #move(from: Masses, { effect, step, ending }: Outcome, factor: number, depth: number): WalkState | null {
    const addsOwner = ending.kind === 'account' && ending.isOwner;
    const evidence = this.#walk.settings.evidence ? step : null;
    const masses = from.through({ factor, effect, addsOwner, step: evidence });
    if (!(masses.total > 0)) return null;
    if (effect === 'exchanged' && step !== null && from.plain !== null) {
      this.#collector.note(EXCHANGED, from.plain.masses, step.time);
    }
    switch (ending.kind) {
      case 'label':
        settleAtLabel(this.#collector, masses, ending);
        return null;
      case 'unknown':
        settleUnknown(this.#collector, masses);
        return null;
      case 'not_followed':
        this.#leaveUnread(masses, ending.of);
        return null;
      case 'account':
        return this.#push(ending.node, ending.key, masses, depth + Number(addsOwner));
    }
  }

  #push(node: NodeId, key: number, masses: Masses, depth: number): WalkState | null {
    if (!(masses.total > 0)) return null;
    this.#made += 1;
    const made = this.#made;
    const state: WalkState = {
      ...{ node, key, flow: null, final: false, made, masses, depth },
      ...{ explored: 0, joined: null, taken: null },
    };
    const account = this.#accountOf(node);
    account.arrived += masses.total;
    if (account.arrived * ROUNDING_ROOM < this.#task.threshold) {
      account.parked.push(state);
      return state;
    }
    for (const parked of account.parked) this.#heap.push(parked);
    account.parked = [];
    this.#heap.push(state);
    return state;
  }

  #drop({ masses }: WalkState): void {
    this.#cut += masses.total;
    settleNotFollowed(this.#collector, masses);
  }

  #leaveUnread(masses: Masses, node: NodeId | null): void {
    settleNotFollowed(this.#collector, masses);
    if (node !== null) this.#walk.settings.onUnread?.(node, masses.total);
  }

  #finish(): void {
    for (const state of this.#heap.inOrder()) this.#drop(state);
    for (const [node, account] of this.#accounts) {
      for (const state of account.parked) this.#drop(state);
      if (account.end === null) continue;
      if (account.end.masses.total < this.#task.threshold) this.#drop(account.end);
      else this.#end(account.end, node);
    }
  }

  /** Mass that found no earlier flow into its account. */
  #end(state: WalkState, node: NodeId): void {
    const ending = this.#walk.parties.shortfallOf(node);
    const outcome: Outcome = { factor: 1, effect: 'none', payer: null, step: null, ending };
    this.#keep(state, {
      share: 1,
      moves: [{ outcome, target: this.#move(state.masses, outcome, 1, state.depth) }],
      rest: null,
    });
  }

  #keep(state: WalkState, taken: Omit<Taken, 'order'>): void {
    if (!this.#walk.keepsTaken) return;
    state.taken = { ...taken, order: this.#takenStates.length };
    this.#takenStates.push(state);
  }

  #accountOf(node: NodeId): AccountTally {
    const known = this.#accounts.get(node);
    if (known !== undefined) return known;
    const account: AccountTally = { arrived: 0, parked: [], end: null, flowsRead: 0 };
    this.#accounts.set(node, account);
    return account;
  }
}

function join(into: WalkState, from: WalkState): void {
  into.masses.add(from.masses);
  into.depth = Math.max(into.depth, from.depth);
  from.masses = NOTHING;
  from.joined = into;
}
