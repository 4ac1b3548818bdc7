/** Nonces of the last minute: 100 bytes each, and a server answers some thousand calls a second at most. */
const MOST_NONCES = 200_000;

/** Accepts each nonce once within the time in which its signature counts. */
export class UsedNonces {
  /** By nonce, oldest first: when its signature no longer counts. */
  readonly #until = new Map<string, number>();
  readonly #lastMs: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor(
    lastMs: number,
    { most = MOST_NONCES, now = () => performance.now() }: { readonly most?: number; readonly now?: () => number } = {},
  ) {
    this.#lastMs = lastMs;
    this.#most = most;
    this.#now = now;
  }

  /** False for a nonce that was used before, and for every nonce while more are remembered than there may be. */
  use(nonce: string): boolean {
    const now = this.#now();
    for (const [old, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(old);
    }
    if (this.#until.has(nonce) || this.#until.size >= this.#most) return false;
    this.#until.set(nonce, now + this.#lastMs);
    return true;
  }
}
