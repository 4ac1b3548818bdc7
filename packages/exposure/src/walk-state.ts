import type { Direction, NodeId, TransferRecord } from './record.ts';
import type { FactsCache } from './walk-facts.ts';
import type { WalkPace, WalkSettings } from './walk-options.ts';
import type { Key, PageCache } from './walk-pages.ts';
import type { Trail } from './walk-trail.ts';

/** A record of the subject and its share of the direction. */
export interface StartEdge {
  readonly record: TransferRecord;
  readonly weight: number;
}

/** What every round of one walk shares. */
export interface AccountWalk {
  readonly direction: Direction;
  readonly subject: NodeId;
  readonly starts: readonly StartEdge[];
  /** The subject's own history could not be read to its end. */
  readonly startsCut: boolean;
  /** Share of the direction that the subject's own unread records are. */
  readonly unread: number;
  readonly pages: PageCache;
  readonly facts: FactsCache;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}

/**
 * A state of docs/method, section 3: mass at an account, at a place in its records. While `record` is null the key is
 * only a bound: the place is the first record at or below it.
 */
export interface WalkState {
  readonly node: NodeId;
  key: Key;
  record: TransferRecord | null;
  final: boolean;
  readonly made: number;
  mass: number;
  /** What the best single way here carries, and that way. */
  best: number;
  trail: Trail | null;
  /** Fewest changes of owner on any way here. */
  hops: number;
}
