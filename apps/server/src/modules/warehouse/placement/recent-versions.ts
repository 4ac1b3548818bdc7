import type { Pool } from '../../../platform/db/index.ts';
import { inSnapshot } from '../../../platform/db/transactions.ts';
import { copiedVersion } from './label-copy.store.ts';

/** For how long a check may read labels that were replaced in the main database. */
export const LONGEST_LAG_MS = 10_000;

/** Versions that the labels of the main database had of late, as far as this process has read them. */
export class RecentVersions {
  /** When each was read last. */
  readonly #readAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param at when the main database was asked for it */
  note(version: string, at: number = this.#now()): void {
    this.#readAt.set(version, at);
  }

  /** Whether the main database had this version at most `LONGEST_LAG_MS` ago. */
  has(version: string): boolean {
    const oldest = this.#now() - LONGEST_LAG_MS;
    for (const [former, at] of this.#readAt) if (at < oldest) this.#readAt.delete(former);
    return this.#readAt.has(version);
  }
}

/** The version of the labels that a server has now. */
export function labelsOn(server: Pool): Promise<string> {
  return inSnapshot(server, copiedVersion);
}
