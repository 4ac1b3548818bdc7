import type { NodeId } from '../../records/record.ts';
import type { FactsCache } from '../../walk/facts.ts';
import type { WalkOptions, WalkPace, WalkSettings } from '../../walk/options.ts';
import type { PageCache } from '../../walk/pages.ts';
import type { Flow } from '../flow.ts';
import type { FlowParty } from '../store/flow-store.ts';
import type { Outcome } from './outcome.ts';
import type { OutcomeContext } from './outcomes.ts';
import type { FlowParts } from './parts.ts';
import type { RoundFound } from './rounds.ts';
import type { MixtureCollector } from './rows/collector.ts';
import type { PathLink } from './rows/path-link.ts';
import type { Move, WalkState } from './state.ts';

/** How far a walk may go and what it notifies; the defaults are the method's (docs/method/3, section 5.3). */
export type FlowWalkOptions = Pick<
  WalkOptions,
  | 'threshold'
  | 'targetNotFollowed'
  | 'maxStates'
  | 'evidence'
  | 'batchSize'
  | 'pageLimit'
  | 'signal'
  | 'onProgress'
  | 'onUnread'
  | 'yieldToEventLoop'
>;

/** Where mass is before the first state is taken: on a flow, or where outcomes that are no flow's say. */
export type Start = {
  /** Share of all mass. */
  readonly weight: number;
  /** Owners of a label that its outcomes end at: 0 where it is seen from the payer (`OWNER_ENTRIES`). */
  readonly owners: 0 | 1;
} & ({ readonly flow: Flow } | { readonly flow: null; readonly outcomes: readonly Outcome[] });

/** A start with its outcomes. */
export interface ReadyStart extends Pick<Start, 'weight' | 'owners'> {
  readonly outcomes: readonly Outcome[];
}

/** What every round of one walk shares. */
export interface FlowWalk extends OutcomeContext {
  readonly starts: readonly ReadyStart[];
  readonly flowsOfStarts: number;
  /** Share of all mass that is R from the start. */
  readonly unread: number;
  /** Whether what became of states is kept, for `bad` shares and for what parts of the starts carried. */
  readonly keepsTaken: boolean;
  readonly parts: FlowParts;
  readonly pages: PageCache<Flow>;
  readonly facts: FactsCache<FlowParty>;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}

/** What one round found. */
export interface FoundInRound extends RoundFound {
  readonly collector: MixtureCollector<PathLink>;
  readonly flowsRead: number;
  /** How many owners back was read at the most, at least 1. */
  readonly steps: number;
  /** Accounts whose readable history ended before the records did, with the flows read of each. */
  readonly partial: ReadonlyMap<NodeId, number>;
  /** What became of each start. */
  readonly begun: readonly (readonly Move[])[];
  /** States in the order in which they were taken, where that is kept. */
  readonly takenStates: readonly WalkState[];
}
