import { setTimeout as sleep } from 'node:timers/promises';
import type { Repetition } from '../kernel/time/timing.ts';

/*
 * A lease: a row is worked on by one process until a time, and by another one after it where the first has died. That time
 * is set and compared by the clock of the database, since those of the servers may be hours apart, and by what it shows at
 * that moment, since a transaction may have begun long before. A store puts these after the column or before the number:
 *
 *   UPDATE work SET run_by = $2, lease_until = ${LEASE_OF} $3 WHERE id = $1 AND lease_until ${IS_FREE}
 */

/** From now on, for as many milliseconds as the number that follows. */
export const LEASE_OF = "clock_timestamp() + interval '1 millisecond' *";
/** A process works on it. Null is not held. */
export const IS_HELD = '> clock_timestamp()';
/** Its process did not renew it in time. Null: no process had it. */
export const HAS_ENDED = '<= clock_timestamp()';
/** No process works on it. */
export const IS_FREE = '> clock_timestamp() IS NOT TRUE';

/** Renewals within the length of a lease: two may fail. */
const RENEWALS = 3;

export interface HeldLease {
  readonly leaseMs: number;
  /** Between two renewals; default a third of the lease. */
  readonly everyMs?: number;
  /** False where this process has the lease no longer: it is not renewed again. */
  readonly renew: () => Promise<boolean>;
  readonly onLost?: () => void;
  /** A renewal that failed; `hasEnded` where none has succeeded for the length of the lease: another process may have it. */
  readonly onFailure: (error: unknown, hasEnded: boolean) => void;
}

/** Renews a lease that was just taken until it is stopped or lost. */
export function keepLease({ leaseMs, everyMs = leaseMs / RENEWALS, renew, onLost, onFailure }: HeldLease): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (): Promise<void> => {
    let renewedAt = performance.now();
    for (;;) {
      // A stop ends the wait.
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const asked = performance.now();
      try {
        if (!(await renew())) {
          onLost?.();
          return;
        }
        renewedAt = asked;
      } catch (error) {
        onFailure(error, asked - renewedAt > leaseMs);
      }
    }
  };
  const ended = keep();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
