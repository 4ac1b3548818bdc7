import type { ServerStandbys, StandbyFacts } from '../../../../platform/db/index.ts';
import { within } from '../../../../platform/kernel/time/timing.ts';
import type { Standby } from './standby.ts';

/** No read waits longer to find out how a standby is, in milliseconds. */
const WAIT_MS = 250;

/** Chooses among the standbys of one server: of those that are well and near enough, the one least in use. */
export class StandbySet implements ServerStandbys {
  readonly #standbys: readonly Standby[];
  #answeredByPrimary = 0;

  constructor(standbys: readonly Standby[]) {
    this.#standbys = standbys;
  }

  async usable(): Promise<readonly Standby[]> {
    const looks = this.#standbys.map((one) => ({ one, found: one.look() }));
    // One that failed is asked again, and nobody waits for it.
    const awaited = looks.flatMap(({ one, found }) => (one.state === 'failing' ? [] : [found]));
    await within(WAIT_MS, Promise.all(awaited));
    for (const one of this.#standbys) if (one.state === 'lagging') one.countLagging();
    return this.#standbys.filter((one) => one.isUsable).toSorted(byLoad);
  }

  countPrimary(): void {
    this.#answeredByPrimary += 1;
  }

  async look(): Promise<StandbyFacts> {
    await Promise.all(this.#standbys.map((one) => one.look()));
    return {
      answeredByPrimary: this.#answeredByPrimary,
      hosts: this.#standbys.map((one) => one.facts),
    };
  }

  async end(): Promise<void> {
    await Promise.all(this.#standbys.map((one) => one.end()));
  }
}

function byLoad(a: Standby, b: Standby): number {
  const [[running, started], [otherRunning, otherStarted]] = [a.load, b.load];
  return running - otherRunning || started - otherStarted;
}
