import type { Db } from '../../../../platform/db/index.ts';
import type { FollowProgress } from '../follow.ports.ts';
import { type FollowHistory, readClock, readHistories } from './history.store.ts';
import { readFollowed } from './progress.store.ts';

/** A node is restarted within this time, or its operator looks after it. */
const LASTING_SECONDS = 300;

/** Why nothing goes on with a network: nobody follows it, or the same problem has lasted. */
export type Stuck = 'not-followed' | 'problem';

/** A followed network as `assay follow status` and the metrics state it. */
export interface NetworkStatus extends FollowProgress {
  /** Blocks of the node that are not stored yet; null where either is unknown. */
  readonly blocksBehind: number | null;
  /** Age of the last stored block; null before the first. */
  readonly secondsBehind: number | null;
  /** At the present pace; null where there is none, or nothing is left. */
  readonly secondsLeft: number | null;
  /** How long the present problem lasts; 0 for none. */
  readonly problemSeconds: number;
  /** What is left of the lease; 0 where no process follows. */
  readonly leaseSeconds: number;
  readonly history: FollowHistory | null;
  readonly stuck: Stuck | null;
}

/** @param now Unix seconds */
export function describeNetwork(
  progress: FollowProgress,
  histories: readonly FollowHistory[],
  now: number,
): NetworkStatus {
  const { held, nodeTip, blocksPerSecond, state, problem, lease } = progress;
  const blocksBehind = held === null || nodeTip === null ? null : Math.max(0, nodeTip.height - held.height);
  const isMoving = state === 'catching-up' && blocksBehind !== null && blocksBehind > 0;
  return {
    ...progress,
    blocksBehind,
    secondsBehind: held === null ? null : Math.max(0, Math.round(now - held.time)),
    secondsLeft: isMoving && blocksPerSecond !== null && blocksPerSecond > 0 ? blocksBehind / blocksPerSecond : null,
    problemSeconds: problem === null ? 0 : Math.max(0, now - problem.at),
    leaseSeconds: lease === null ? 0 : Math.max(0, lease.until - now),
    history: histories.find(({ network }) => network === progress.network) ?? null,
    stuck: stuckOf(progress, now),
  };
}

function stuckOf({ lease, problem, additions, updatedAt }: FollowProgress, now: number): Stuck | null {
  // A process that ended with a problem needs a person.
  if (problem !== null && (lease === null || now - problem.at >= LASTING_SECONDS)) return 'problem';
  if (additions.some(({ problem: own }) => own !== null && now - own.at >= LASTING_SECONDS)) return 'problem';
  // Another process takes over within the time of a lease.
  if (lease === null && now - updatedAt >= LASTING_SECONDS) return 'not-followed';
  return null;
}

/** Every network that is or was followed, by its name; from the database alone, so that any server can say it. */
export async function readStatus(db: Db): Promise<readonly NetworkStatus[]> {
  const [followed, histories, now] = [await readFollowed(db), await readHistories(db), await readClock(db)];
  return followed.map((progress) => describeNetwork(progress, histories, now));
}
