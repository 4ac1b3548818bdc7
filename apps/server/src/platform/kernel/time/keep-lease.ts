import { type Repetition, within } from './timing.ts';

/** Renewals within the length of a lease: two may fail. */
const RENEWALS = 3;

export interface HeldLease {
  readonly leaseMs: number;
  /** From the beginning of one renewal to that of the next; default a third of the lease. */
  readonly everyMs?: number;
  /** False where this process has the lease no longer: it is not renewed again. */
  readonly renew: () => Promise<boolean>;
  readonly onLost?: () => void;
  /** A renewal that failed; `hasEnded` where none has succeeded for the length of the lease: another process may have it. */
  readonly onFailure: (error: unknown, hasEnded: boolean) => void;
}

/**
 * Renews a lease that was just taken until it is stopped or lost. A renewal begins in time also while the one before it
 * waits for a database that is away: a failure of ten seconds must not cost the next one.
 */
export function keepLease({ leaseMs, everyMs = leaseMs / RENEWALS, renew, onLost, onFailure }: HeldLease): Repetition {
  const running = new Set<Promise<void>>();
  let isOver = false;
  let renewedAt = performance.now();
  const renewOnce = async (): Promise<void> => {
    const asked = performance.now();
    try {
      const isHeld = await renew();
      if (isHeld) renewedAt = Math.max(renewedAt, asked);
      else if (!isOver) {
        end();
        onLost?.();
      }
    } catch (error) {
      if (!isOver) onFailure(error, performance.now() - renewedAt > leaseMs);
    }
  };
  const beat = setInterval(() => {
    const renewal = renewOnce().finally(() => running.delete(renewal));
    running.add(renewal);
  }, everyMs).unref();
  function end(): void {
    isOver = true;
    clearInterval(beat);
  }
  return {
    stop: async () => {
      end();
      // One that hangs is not waited for.
      await within(everyMs, Promise.all(running));
    },
  };
}
