import { setTimeout as sleep } from 'node:timers/promises';
import type { Repetition } from './timing.ts';

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
