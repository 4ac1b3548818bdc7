import type { NodeId } from '../../records/record.ts';
import type { LabelClaim } from '../../walk/store.ts';
import type { FlowStore } from '../store/flow-store.ts';
import type { Start } from './flow-walk.ts';
import type { FlowReading } from './reading.ts';
import type { MixtureCollector } from './rows/collector.ts';
import type { PathLink } from './rows/path-link.ts';
import type { WalkedMixture } from './rows/walked-mixture.ts';

/** What a walk is asked for besides its starts. */
export interface WalkTask {
  readonly starts: readonly Start[];
  /** Flows read to make the starts. */
  readonly flowsOfStarts?: number;
  /** Share of all mass that is R from the start, 0..1. */
  readonly unread?: number;
  /** The history of the starts could not be read to its end. */
  readonly areStartsPartial?: boolean;
  readonly keepsTaken?: boolean;
}

/** A part of a start whose way is asked for. */
export interface StartPart {
  /** Index of the start. */
  readonly start: number;
  /** Part of its mass, 0..1. */
  readonly part: number;
  /** Only what this account paid by steps 1 and 2 of section 4; all of it where null. */
  readonly payer: NodeId | null;
}

/** What became of the starts of a walk that keeps it. */
export interface Trail {
  /** The bad share of each start, 0..1 of it. */
  badOfStarts(): readonly number[];
  /** What parts of the starts carried, as shares of all mass. */
  carriedBy(parts: readonly StartPart[]): MixtureCollector<PathLink>;
}

/** What a walk found. */
export interface FoundByWalk {
  readonly mixture: WalkedMixture;
  readonly trail: Trail;
}

/** A store that walks by itself, with the bytes of a walk over its pages. */
export interface WalkingStore extends FlowStore {
  walk(reading: FlowReading, task: WalkTask): Promise<FoundByWalk>;
  /** The same flows, had nobody made a claim of any address; it walks by itself too. */
  without(claim: LabelClaim): WalkingStore;
}

export const walksByItself = (store: FlowStore): store is WalkingStore => 'walk' in store;
