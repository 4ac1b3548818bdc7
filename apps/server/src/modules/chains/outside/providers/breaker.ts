export interface BreakerOptions {
  /** Failures in a row after which nothing is sent any more. */
  readonly failures: number;
  /** How long at first; each probe that fails doubles it. */
  readonly openMs: number;
  readonly longestOpenMs: number;
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

/** `unknown` when nobody waited for the end, or it says nothing about the provider's health. */
export type QuestionEnd = 'answered' | 'failed' | 'unknown';

/**
 * Keeps a provider that fails from being asked: after `failures` in a row it opens; when its time is over one probe is
 * let through (half-open), whose answer closes it and whose failure opens it for twice as long.
 *
 * @example
 * const leave = breaker.enter();
 * if (leave === null) throw …;
 * // … ask …
 * leave('answered');
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #openings = 0;
  #openUntil: number | null = null;
  #isProbing = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return 'closed';
    return this.#options.now() < this.#openUntil ? 'open' : 'half-open';
  }

  /** Whether a question would be let through now. */
  get isPassable(): boolean {
    return this.state === 'closed' || (this.state === 'half-open' && !this.#isProbing);
  }

  /** Lets a question through, and gives what says how it ended; null where it is not let through. */
  enter(): ((end: QuestionEnd) => void) | null {
    if (!this.isPassable) return null;
    const isProbe = this.state === 'half-open';
    if (isProbe) this.#isProbing = true;
    return (end) => this.#leave(end, isProbe);
  }

  #leave(end: QuestionEnd, isProbe: boolean): void {
    if (isProbe) this.#isProbing = false;
    if (end === 'answered') {
      this.#failures = 0;
      this.#openings = 0;
      this.#openUntil = null;
    }
    if (end !== 'failed') return;
    this.#failures += 1;
    if (isProbe || (this.#openUntil === null && this.#failures >= this.#options.failures)) this.#open();
  }

  #open(): void {
    const { openMs, longestOpenMs, now } = this.#options;
    this.#openUntil = now() + Math.min(longestOpenMs, openMs * 2 ** this.#openings);
    this.#openings += 1;
  }
}
