import type { Connection, Pool } from '../../../platform/db/index.ts';
import { within } from '../../../platform/kernel/time/timing.ts';
import { type Replay, readPrimaryPosition, readReplay } from './replay.store.ts';
import type { ReplayLag } from './replay-lag.ts';

/** What was found of a standby counts for this long, and a read looks after its standby that often, in milliseconds. */
const FOUND_MS = 1_000;
/** A standby in a former state is a moment behind the primary; it is not asked again for this long. */
const BEHIND_MS = 100;

/** No read waits longer to find out how a standby is, in milliseconds. */
const WAIT_MS = 250;

/**
 * Why a standby did not answer a read: it `failed`; PostgreSQL ended the read in favour of replay (`conflict`); or it is in
 * another state than the primary, mostly in a former one (`state`).
 */
type StandbyFault = 'failed' | 'conflict' | 'state';

/** Which fault of the standby an error reports; null for an error of the read itself. */
export type FaultOf = (error: unknown) => Exclude<StandbyFault, 'state'> | null;

/**
 * `used`: it is asked. `lagging`: beyond the limit. `failing`: it does not answer. `primary`: it takes writes, as every host
 * may after a failover. `unknown`: not asked yet.
 */
type StandbyState = 'used' | 'lagging' | 'failing' | 'primary' | 'unknown';

/** Counts since the process began. */
export interface StandbyFacts {
  readonly answeredByPrimary: number;
  readonly hosts: readonly {
    readonly name: string;
    readonly state: StandbyState;
    readonly lagSeconds: number;
    readonly answered: number;
    readonly leftOut: Readonly<Record<StandbyFault | 'lagging', number>>;
  }[];
}

/** What a standby is opened with. */
export interface StandbyParts {
  /** `host:port` of its address. */
  readonly name: string;
  /** Connects to this host alone. */
  readonly pool: Pool;
  /** A connection of its own for looking: one that broke, or does not answer, is replaced. */
  readonly openProbe: () => Promise<Connection>;
  readonly primary: Pool;
  readonly lag: ReplayLag;
  readonly mostLagMs: number;
  readonly faultOf: FaultOf;
  /** Receives a sentence when it is left out, or is used again. */
  readonly report: (text: string) => void;
}

/** One hot standby: how it is, and what it answered. */
export class Standby {
  readonly #parts: StandbyParts;
  #probe: Connection | null = null;
  #state: StandbyState = 'unknown';
  #lagMs = 0;
  #looking: Promise<void> | null = null;
  #foundAt = Number.NEGATIVE_INFINITY;
  #behindUntil = Number.NEGATIVE_INFINITY;
  #running = 0;
  #startedAt = 0;
  #answered = 0;
  readonly #leftOut = { failed: 0, conflict: 0, state: 0, lagging: 0 };

  constructor(parts: StandbyParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  get pool(): Pool {
    return this.#parts.pool;
  }

  get state(): StandbyState {
    return this.#state;
  }

  get isUsable(): boolean {
    return this.#state === 'used' && performance.now() >= this.#behindUntil;
  }

  /** Fewer come first: reads that run, then how long ago the last one began. */
  get load(): readonly [number, number] {
    return [this.#running, this.#startedAt];
  }

  get facts(): StandbyFacts['hosts'][number] {
    return {
      name: this.name,
      state: this.#state,
      lagSeconds: this.#lagMs / 1000,
      answered: this.#answered,
      leftOut: { ...this.#leftOut },
    };
  }

  /** Asks the standby how it is, unless it was asked within the last second. Never rejects. */
  look(): Promise<void> {
    if (performance.now() - this.#foundAt < FOUND_MS) return Promise.resolve();
    this.#looking ??= this.#find().finally(() => {
      this.#looking = null;
      this.#foundAt = performance.now();
    });
    return this.#looking;
  }

  /**
   * Counts a read of this standby while it runs. `lost` rejects where the standby stops to answer meanwhile: the read must
   * end then.
   */
  async reading<T>(work: (lost: Promise<never>) => Promise<T>): Promise<T> {
    this.#running += 1;
    this.#startedAt = performance.now();
    let isOver = false;
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    const watch = setInterval(() => {
      void this.look().then(() => {
        if (this.#state === 'failing' && !isOver) lost.reject(new LostStandbyError(this.name));
      });
    }, FOUND_MS);
    watch.unref();
    try {
      return await work(lost.promise);
    } finally {
      isOver = true;
      clearInterval(watch);
      this.#running -= 1;
    }
  }

  get faultOf(): FaultOf {
    return this.#parts.faultOf;
  }

  /** Notes that it has answered a read. */
  countAnswer(): void {
    this.#answered += 1;
  }

  /** Notes why it has not answered: it is left out for a moment, or until it is found to be well again. */
  leaveOut(fault: StandbyFault): void {
    this.#leftOut[fault] += 1;
    switch (fault) {
      case 'conflict':
        // It is well: replay needed what one read held.
        return;
      case 'state':
        this.#behindUntil = performance.now() + BEHIND_MS;
        return;
      case 'failed':
        this.#become('failing', 'a read failed');
        this.#foundAt = performance.now();
    }
  }

  countLagging(): void {
    this.#leftOut.lagging += 1;
  }

  async end(): Promise<void> {
    await this.#looking;
    await Promise.all([this.#parts.pool.end(), this.#closeProbe()]);
  }

  async #find(): Promise<void> {
    const { failed } = this.#leftOut;
    try {
      const replay = await this.#ask();
      if (!replay.isStandby) {
        this.#become('primary', 'it takes writes');
        return;
      }
      const { lag, primary, mostLagMs } = this.#parts;
      lag.notePrimary(await readPrimaryPosition(primary), performance.now());
      // What was asked before a read failed says nothing of the time after.
      if (this.#leftOut.failed > failed) return;
      this.#lagMs = lag.of(replay.position, replay.sinceReplayedMs, performance.now());
      if (this.#lagMs > mostLagMs) this.#become('lagging', `${(this.#lagMs / 1000).toFixed(0)} s behind`);
      else this.#become('used', '');
    } catch (error) {
      await this.#closeProbe();
      this.#become('failing', error instanceof Error && 'code' in error ? String(error.code) : 'no answer');
    }
  }

  async #ask(): Promise<Replay> {
    this.#probe ??= await this.#parts.openProbe();
    return readReplay(this.#probe);
  }

  async #closeProbe(): Promise<void> {
    const probe = this.#probe;
    this.#probe = null;
    await probe?.end().catch(() => undefined);
  }

  #become(state: StandbyState, reason: string): void {
    const former = this.#state;
    this.#state = state;
    if (former === state || (former === 'unknown' && state === 'used')) return;
    this.#parts.report(
      state === 'used'
        ? `the standby ${this.name} answers reads again`
        : `the standby ${this.name} answers no reads: ${reason}`,
    );
  }
}

/** A standby stopped to answer while a read of it ran. */
class LostStandbyError extends Error {
  override readonly name = 'LostStandbyError';
  /** SQLSTATE of a connection that failed. */
  readonly code = '08006';

  constructor(standby: string) {
    super(`The standby ${standby} does not answer any more`);
  }
}

/** Chooses among the standbys of one server: of those that are well and near enough, the one least in use. */
export class StandbySet {
  readonly #standbys: readonly Standby[];
  #answeredByPrimary = 0;

  constructor(standbys: readonly Standby[]) {
    this.#standbys = standbys;
  }

  /** Those that may answer now, the one least in use first. */
  async usable(): Promise<readonly Standby[]> {
    const looks = this.#standbys.map((one) => ({ one, found: one.look() }));
    // One that failed is asked again, and nobody waits for it.
    const awaited = looks.flatMap(({ one, found }) => (one.state === 'failing' ? [] : [found]));
    await within(WAIT_MS, Promise.all(awaited));
    for (const one of this.#standbys) if (one.state === 'lagging') one.countLagging();
    return this.#standbys.filter((one) => one.isUsable).toSorted(byLoad);
  }

  /** Notes that the primary answers a read. */
  countPrimary(): void {
    this.#answeredByPrimary += 1;
  }

  /** Asks every standby that was not asked within a second, and returns what is known of all of them. */
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
