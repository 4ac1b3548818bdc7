import type { WalkOutcome } from './memory-servers.ports.ts';

/** For how long a server is not asked after an outcome, in milliseconds; 0 asks it again at once. */
const PAUSE_MS: Readonly<Record<WalkOutcome, number>> = {
  answered: 0,
  cancelled: 0,
  busy: 100,
  /** Of the one asset: memory follows the database once a second. */
  'another state': 250,
  late: 5_000,
  failed: 5_000,
  refused: 30_000,
};
/** Pauses that are remembered; one too many forgets the oldest, and a server may be asked once too often. */
const MOST_PAUSES = 1_000;

/** Servers that are not asked for a while. */
export class LeftOut {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a server may be asked for an asset. */
  mayAsk(url: string, ledger: number): boolean {
    return !this.#isPaused(url) && !this.#isPaused(nameOf(url, ledger));
  }

  /** Notes an outcome; true where it leaves out, for seconds, a server that was asked before. */
  note(url: string, ledger: number, outcome: WalkOutcome): boolean {
    const pause = PAUSE_MS[outcome];
    if (pause === 0) return false;
    const name = outcome === 'another state' ? nameOf(url, ledger) : url;
    const isNew = !this.#isPaused(name);
    this.#until.delete(name);
    this.#until.set(name, this.#now() + pause);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST_PAUSES && oldest !== undefined) this.#until.delete(oldest);
    return isNew && pause >= PAUSE_MS.failed;
  }

  #isPaused(name: string): boolean {
    const until = this.#until.get(name);
    if (until === undefined) return false;
    if (until > this.#now()) return true;
    this.#until.delete(name);
    return false;
  }
}

function nameOf(url: string, ledger: number): string {
  return `${url} ${ledger}`;
}
