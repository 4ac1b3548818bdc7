import { NodeError } from './follow.ports.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Waits that double, from a second to half a minute; longer only where a node asks for it. */
export class Backoff {
  #waitMs = FIRST_WAIT_MS;

  next(error: unknown): number {
    const waitMs = this.#waitMs;
    this.#waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs);
    const asked = error instanceof NodeError && error.fault.kind === 'limited' ? error.fault.retryAfterMs : null;
    return Math.max(waitMs, asked ?? 0);
  }

  reset(): void {
    this.#waitMs = FIRST_WAIT_MS;
  }
}
