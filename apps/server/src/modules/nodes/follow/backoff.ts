import { NodeError } from './follow.ports.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A node that asks for more is asked sooner. Far longer waits would end at once: a timer counts 24 days at most. */
const LONGEST_ASKED_MS = 600_000;

/** Waits that double, from a second to half a minute; longer only where a node asks for it. */
export class Backoff {
  #waitMs = FIRST_WAIT_MS;

  next(error: unknown): number {
    const waitMs = this.#waitMs;
    this.#waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs);
    const asked = error instanceof NodeError && error.fault.kind === 'limited' ? error.fault.retryAfterMs : null;
    return Math.max(waitMs, Math.min(LONGEST_ASKED_MS, asked ?? 0));
  }

  reset(): void {
    this.#waitMs = FIRST_WAIT_MS;
  }
}
