import type { Db } from '../../../../platform/db/index.ts';
import { aborted, within } from '../../../../platform/kernel/time/timing.ts';
import type { ChecksStore, StoredCheck } from '../stored/checks.store.ts';

/** Polling interval for a check that runs in another process, in milliseconds. */
export const LOOK_MS = 1_000;

export interface FollowPorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'find'>;
}

/**
 * Resolves when a check that runs in another process has ended or was interrupted, at the latest after `forMs` or when
 * the signal is aborted.
 */
export async function followElsewhere(
  { db, store }: FollowPorts,
  subId: string,
  forMs: number,
  signal: AbortSignal,
): Promise<void> {
  const late = new AbortController();
  const until = AbortSignal.any([signal, late.signal]);
  const stopped = aborted(until);
  async function look(): Promise<void> {
    while (!until.aborted) {
      const check = await store.find(db, subId);
      if (check?.status !== 'running' || isInterrupted(check)) return;
      await within(LOOK_MS, stopped);
    }
  }
  try {
    await within(forMs, look());
  } finally {
    late.abort();
  }
}

/** Whether the process of a check ended before the check did, whether the check is already failed or not. */
export function isInterrupted({ status, failure, isLeaseOver }: StoredCheck): boolean {
  return status === 'running' ? isLeaseOver : status === 'failed' && failure === null;
}
