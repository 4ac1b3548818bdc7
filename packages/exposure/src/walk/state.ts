import type { Direction, NodeId, TransferRecord } from '../records/record.ts';
import type { FactsCache } from './facts.ts';
import type { WalkPace, WalkSettings } from './options.ts';
import type { Key, PageCache } from './pages.ts';
import type { PathLink } from './sample-paths.ts';

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
  readonly areStartsPartial: boolean;
  /** Share of the direction that the subject's own unread records are. */
  readonly unread: number;
  readonly pages: PageCache;
  readonly facts: FactsCache;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}

/**
 * A state of docs/method, section 3: mass at an account, at a position in its records. While `record` is null the key is
 * only a bound: the position is that of the first record at or below it.
 */
export interface WalkState {
  readonly node: NodeId;
  key: Key;
  record: TransferRecord | null;
  final: boolean;
  readonly made: number;
  mass: number;
  /** What the best single path to this state carries, and that path. */
  best: number;
  link: PathLink | null;
  /** Fewest changes of owner on any path to this state. */
  hops: number;
  /** The mass with which was looked ahead from here, 0 before: with hardly more of it there is nothing new to find. */
  explored: number;
}
