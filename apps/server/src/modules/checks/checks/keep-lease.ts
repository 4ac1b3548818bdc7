import type { Db } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { LEASE_MS } from './begin-check.ts';
import type { ChecksStore } from './checks.store.ts';
import { logNameOf } from './log-name.ts';
import type { RunningCheck } from './running-check.ts';

export interface LeasePorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'renewLease'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly serverId: string;
}

/**
 * Renews the lease of a check that runs in this process; returns a function that stops it. If the check was cancelled
 * failed or taken over through another server, its work is ended, so that its slot becomes free.
 */
export function keepLease(
  { db, store, log, serverId }: LeasePorts,
  subId: string,
  check: RunningCheck,
  everyMs: number,
): () => void {
  async function renew(): Promise<void> {
    try {
      const isRunning = await store.renewLease(db, subId, LEASE_MS, check.progress, serverId);
      if (!isRunning) check.cancel(new Error('it was given up through another server'));
    } catch (error) {
      log.warn({ err: error, check: logNameOf(subId) }, 'lease could not be renewed');
    }
  }
  const renewal = setInterval(() => void renew(), everyMs);
  return () => clearInterval(renewal);
}
