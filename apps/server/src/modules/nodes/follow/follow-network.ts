import type { NetworkId } from '@assay/domain';
import type { Pool } from '../../../platform/db/index.ts';
import { keepLease } from '../../../platform/kernel/time/keep-lease.ts';
import { Backoff } from './backoff.ts';
import { type BeginRequest, begin } from './blocks/begin.ts';
import { FollowError, isPassing, NodeError } from './follow.ports.ts';
import { followAsOwner } from './follow-as-owner.ts';
import type { FollowPorts } from './follower.ts';
import {
  BlocksLostError,
  LeaseLostError,
  type LeaseToken,
  releaseLease,
  renewLease,
  takeLease,
} from './lease.store.ts';
import { readProgress } from './status/progress.store.ts';
import { pause } from './wake.ts';

/** A killed process is replaced after this time at most, plus the time between two tries. */
const LEASE_MS = 20_000;

interface LeaseOwner {
  readonly network: NetworkId;
  /** Host and process, for people. */
  readonly owner: string;
  readonly leaseMs: number;
}

/**
 * Works as the one process that follows a network, and renews the lease meanwhile. Null where another process has it.
 *
 * @param work its signal is aborted, with a `LeaseLostError`, when the lease may have ended
 */
async function holdLease<T>(
  pool: Pool,
  { network, owner, leaseMs }: LeaseOwner,
  signal: AbortSignal,
  work: (lease: LeaseToken, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly done: T } | null> {
  const lease = await takeLease(pool, network, owner, leaseMs);
  if (lease === null) return null;
  const lost = new AbortController();
  const onLost = () => lost.abort(new LeaseLostError(network));
  const keeping = keepLease({
    leaseMs,
    renew: () => renewLease(pool, lease, leaseMs),
    onLost,
    // The database may be away for a moment.
    onFailure: (_error, hasEnded) => {
      if (hasEnded) onLost();
    },
  });
  try {
    return { done: await work(lease, AbortSignal.any([signal, lost.signal])) };
  } finally {
    // What listens for the work beside it, such as for new blocks, ends with it.
    lost.abort();
    await keeping.stop();
    await releaseQuietly(pool, lease);
  }
}

async function releaseQuietly(pool: Pool, lease: LeaseToken): Promise<void> {
  try {
    await releaseLease(pool, lease);
  } catch {
    // The database is away: the lease ends by itself.
  }
}

export interface FollowRequest extends BeginRequest {
  /** Ends after this block is stored; null follows until it is stopped. */
  readonly until: number | null;
  /** Host and process, for people. */
  readonly owner: string;
  readonly leaseMs?: number;
  /** Pause between two questions for a new block. */
  readonly pollMs?: number;
  /** Fewer final blocks of coins than this are not loaded at once; default 5,000. */
  readonly firstLoadFrom?: number;
}

const POLL_MS = 2_000;
/** Between two tries to take over. */
const TAKE_OVER_EVERY_MS = 1_000;

/**
 * Follows a network until `until` is stored or the signal is aborted: from where it was left, to the tip, then at the
 * tip. While another process follows it, waits to take over. The node and the database may go away and come back.
 *
 * @throws FollowError, NodeError where a person is needed
 */
export async function followNetwork(ports: FollowPorts, request: FollowRequest, signal: AbortSignal): Promise<void> {
  const { pool, node, say, databaseTroubleOf } = ports;
  const { network, assets, owner, until, firstLoadFrom, leaseMs = LEASE_MS, pollMs = POLL_MS } = request;
  const retry = new Backoff();
  const sayOnce = lastOnly(say);
  while (!signal.aborted) {
    try {
      await begin(pool, node, request, signal);
      const held = await holdLease(pool, { network, owner, leaseMs }, signal, async (lease, own) => {
        sayOnce('');
        retry.reset();
        // Read with the lease: the owner before may have stored more since.
        const stored = await readProgress(pool, network);
        if (stored === null) throw new FollowError(`${network} is no longer followed`);
        return await followAsOwner(ports, { lease, stored, assets, until, pollMs, firstLoadFrom }, own);
      });
      if (held !== null) return;
      const other = (await readProgress(pool, network))?.lease?.owner ?? 'another process';
      sayOnce(`${network} is followed by ${other}; this process takes over when it ends.`);
      await pause(Math.min(TAKE_OVER_EVERY_MS, leaseMs), signal);
    } catch (error) {
      if (signal.aborted) return;
      const trouble = passingTrouble(error, databaseTroubleOf);
      if (trouble === null) throw error;
      sayOnce(`${network}: ${trouble}`);
      await pause(retry.next(error), signal);
    }
  }
}

/** What is wrong for now; null for what needs a person. */
function passingTrouble(error: unknown, databaseTroubleOf: FollowPorts['databaseTroubleOf']): string | null {
  if (error instanceof FollowError) return null;
  if (error instanceof LeaseLostError || error instanceof BlocksLostError) return `${error.message}.`;
  if (error instanceof NodeError) return isPassing(error.fault) ? `${error.message}. It is asked again.` : null;
  switch (databaseTroubleOf(error)) {
    case 'away':
      return 'the database is away; trying again.';
    case 'full':
      return 'the database has no space left; trying again.';
    case null:
      return null;
  }
}

/** Says a line unless it is the one that was said last; an empty one only makes the next one new. */
function lastOnly(say: (text: string) => void): (text: string) => void {
  let last = '';
  return (text) => {
    if (text !== last && text !== '') say(text);
    last = text;
  };
}
