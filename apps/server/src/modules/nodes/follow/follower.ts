import type { DatabaseTrouble, Pool } from '../../../platform/db/index.ts';
import type { AddedAssets } from './blocks/load-added.ts';
import type { BlockRef, ChainNode, FollowProgress } from './follow.ports.ts';
import type { LeaseToken } from './lease.store.ts';
import type { SecondNode } from './second-node.ts';
import type { Reporter } from './status/reporter.ts';

export interface FollowPorts {
  readonly pool: Pool;
  readonly node: ChainNode;
  /** Whether an error says that the database is away or full, and not that a statement is wrong. */
  readonly databaseTroubleOf: (error: unknown) => DatabaseTrouble | null;
  /** Opens the same node for some of its assets, to load those that are added; the node itself where it is left out. */
  readonly nodeFor?: (tickers: readonly string[]) => ChainNode;
  /** Another node of the network, to compare blocks with. */
  readonly second?: ChainNode;
  /** One line about something that happened. */
  readonly say: (text: string) => void;
  /** How far it is; each replaces the one before. */
  readonly progress: (text: string) => void;
  /** Called after each round that reached the tip, with the number of records that were added or undone. */
  readonly onRecords?: (records: number) => void;
}

export interface OwnerRequest {
  readonly lease: LeaseToken;
  /** What was stored when the lease was taken. */
  readonly stored: FollowProgress;
  /** Tickers that are asked for: the followed ones, and those to add. */
  readonly assets: readonly string[];
  readonly until: number | null;
  readonly pollMs: number;
  /** Fewer final blocks of coins are stored one by one. */
  readonly firstLoadFrom?: number | undefined;
}

/** A network in the hands of its one owner. */
export interface Follower {
  readonly ports: FollowPorts;
  readonly request: OwnerRequest;
  readonly reporter: Reporter;
  readonly comparison: SecondNode | null;
  readonly signal: AbortSignal;
  readonly added: AddedAssets;
  /** Tickers of the assets whose records are stored. */
  assets: readonly string[];
  /** The last stored block; null before the first. */
  held: BlockRef | null;
  finalHeight: number;
  /** The next block of the node is no child of `held`. */
  isForked: boolean;
  /** Records that were added or undone since the tip was reached last. */
  changed: number;
}
