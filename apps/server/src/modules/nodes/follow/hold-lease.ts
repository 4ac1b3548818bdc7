import type { NetworkId } from '@assay/domain';
import type { Pool } from '../../../platform/db/index.ts';
import { everyWhile } from '../../../platform/kernel/timing.ts';
import { LeaseLostError, type LeaseToken, releaseLease, renewLease, takeLease } from './lease.store.ts';

/** A killed process is replaced after this time at most, plus the time between two tries. */
export const LEASE_MS = 20_000;
const RENEWALS_A_LEASE = 4;

export interface LeaseOwner {
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
export async function holdLease<T>(
  pool: Pool,
  { network, owner, leaseMs }: LeaseOwner,
  signal: AbortSignal,
  work: (lease: LeaseToken, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly done: T } | null> {
  const lease = await takeLease(pool, network, owner, leaseMs);
  if (lease === null) return null;
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renewing = everyWhile(leaseMs / RENEWALS_A_LEASE, lost.signal, async () => {
    const asked = performance.now();
    try {
      await renewLease(pool, lease, leaseMs);
      renewedAt = asked;
    } catch (error) {
      // The database may be away for a moment; after the time of the lease another process may have it.
      if (error instanceof LeaseLostError || asked - renewedAt > leaseMs) lost.abort(new LeaseLostError(network));
    }
  });
  try {
    return { done: await work(lease, AbortSignal.any([signal, lost.signal])) };
  } finally {
    // What listens for the work beside it, such as for new blocks, ends with it.
    lost.abort();
    await renewing.stop();
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
