/** Positions of the primary are kept this long, in milliseconds: a lag beyond is stated as at least that. */
const KEPT_MS = 120_000;

interface Sample {
  readonly at: number;
  /** The position of the primary's log at that time. */
  readonly position: bigint;
}

/**
 * How far a standby is behind, by positions of the log alone. The time at which a transaction was replayed says less: where
 * the primary is idle it grows without any lag, and it compares the clocks of two machines.
 */
export class ReplayLag {
  #samples: readonly Sample[] = [];

  /** Notes where the primary's log was, at a time in milliseconds. */
  notePrimary(position: bigint, at: number): void {
    this.#samples = [...this.#samples.filter((one) => at - one.at <= KEPT_MS), { position, at }];
  }

  /**
   * Milliseconds since the primary was seen to be further than a standby is: less than the whole lag by up to the time
   * between two looks.
   *
   * @param replayed the position of the standby, read before the last of `notePrimary`
   * @param sinceReplayedMs since the last transaction that the standby replayed was committed, by its clock; null where it
   *   replayed none. Used where the standby is behind everything that was noted
   */
  of(replayed: bigint, sinceReplayedMs: number | null, at: number): number {
    const beyond = this.#samples.findIndex((one) => one.position > replayed);
    const since = this.#samples[beyond];
    if (since === undefined) return 0;
    return beyond === 0 ? Math.max(sinceReplayedMs ?? 0, at - since.at) : at - since.at;
  }
}
