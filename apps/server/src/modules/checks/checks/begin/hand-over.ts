import type { Db } from '../../../../platform/db/index.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import type { ChecksStore } from '../stored/checks.store.ts';
import { logNameOf } from './log-name.ts';

/**
 * How long a check that was handed over waits for a server; then it counts as interrupted and its reservation is
 * released. Long enough for a restart with an update.
 */
export const HAND_OVER_MS = 15 * 60_000;

export interface HandOverPorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'handOver'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly serverId: string;
}

/** Hands a check of this process over to another server or the next start; its reservation stays. Never rejects. */
export async function handOverCheck({ db, store, log, serverId }: HandOverPorts, subId: string): Promise<void> {
  try {
    await store.handOver(db, subId, HAND_OVER_MS, serverId);
  } catch (error) {
    // The lease expires, and the next recovery releases the reservation.
    log.error({ err: error, check: logNameOf(subId) }, 'check could not be handed over');
  }
}
