import type { Asset } from '@assay/domain';
import type { ScreenPort } from '../../../screening/screening.ports.ts';
import {
  type MemorySetting,
  type ScreenJob,
  ScreenJobs,
  type ScreenOutcome,
  type ScreenSetting,
} from './screen-jobs.ts';
import { MOST_PER_JOB, rowsAheadOf, type ScreenThreads } from './screen-threads.ts';

/** Threads start before the first answer; from it on, this long, too little is known of how long a row takes. */
const KNOWN_AFTER_MS = 1_000;
/** What loading takes while rows are checked on all cores: for each record, and however few they are. */
const RECORD_MS = 0.012;
const LOAD_MS = 500;
/** The rows have to take this many times as long as loading: an estimate may be wrong. */
const MARGIN = 1.5;

export interface AutoPorts {
  /** Number of records of an asset that can be loaded; null where none can. */
  readonly recordsOf: (asset: Asset) => Promise<number | null>;
  /** Loads an asset into memory; null where it does not fit. */
  readonly load: (asset: Asset, signal: AbortSignal) => Promise<MemorySetting | null>;
  readonly openThreads: (setting: ScreenSetting, threads: number) => ScreenThreads;
  /** Clock in milliseconds that never goes back. */
  readonly now: () => number;
}

export interface AutoOptions {
  /** Threads and connections of the database; its `memory` is null. */
  readonly setting: ScreenSetting;
  /** Checks of one thread at a time in memory. */
  readonly atOnceInMemory: number;
  readonly threads: number;
  /** Rows to check. */
  readonly rows: number;
}

/**
 * Begins over the database, and loads one asset into memory meanwhile where the rows that are left would take longer than
 * that. Its further rows are checked in memory; both stores give the same cells.
 */
export function screenAuto(ports: AutoPorts, options: AutoOptions): ScreenPort & { close(): Promise<void> } {
  const { setting, atOnceInMemory, threads, rows } = options;
  const database = ports.openThreads(setting, threads);
  const stop = new AbortController();
  const rate = new RowRate(rows, ports.now);
  /** Each asset is considered once. */
  const considered = new Set<Asset>();
  let memory: { readonly asset: Asset; readonly threads: ScreenThreads } | null = null;
  let loading: Promise<void> | null = null;
  let failure: Error | null = null;

  async function run(job: ScreenJob): Promise<readonly ScreenOutcome[]> {
    if (failure !== null) throw failure;
    const isInMemory = memory?.asset === job.asset;
    const outcomes = await (isInMemory && memory !== null ? memory.threads : database).run(job);
    rate.count(job.asset, job.addresses.length);
    if (!isInMemory) considerLoading(job.asset);
    return outcomes;
  }

  function considerLoading(asset: Asset): void {
    const isDecided = loading !== null || memory !== null || considered.has(asset);
    if (isDecided || rate.leftMs(asset) <= MARGIN * LOAD_MS) return;
    considered.add(asset);
    loading = loadIfSooner(asset).finally(() => {
      loading = null;
    });
  }

  async function loadIfSooner(asset: Asset): Promise<void> {
    try {
      const records = await ports.recordsOf(asset);
      if (records === null || rate.leftMs(asset) <= MARGIN * (LOAD_MS + records * RECORD_MS)) return;
      const loaded = await ports.load(asset, stop.signal);
      if (loaded === null || stop.signal.aborted) return;
      memory = {
        asset,
        threads: ports.openThreads({ ...setting, memory: loaded, atOnce: atOnceInMemory }, threads),
      };
    } catch (error) {
      // The next row ends the list with it: a database that cannot be read does not answer rows either.
      if (!stop.signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  // No job waits for another one at its thread: it would be over the database after its asset has been loaded.
  const jobs = new ScreenJobs(run, { perJob: MOST_PER_JOB, atOnce: database.jobsAtOnce });
  return {
    atOnce: Math.max(database.rowsAhead, rowsAheadOf('memory', threads, atOnceInMemory)),
    screen: (asset, address) => jobs.add(asset, address),
    async close() {
      stop.abort();
      await loading;
      await Promise.all([database.close(), memory?.threads.close()]);
    },
  };
}

/** How long the rows of each asset take, by those that were answered after the first ones. */
class RowRate {
  readonly #rows: number;
  readonly #now: () => number;
  readonly #answeredOf = new Map<Asset, number>();
  #answered = 0;
  #firstAnswer: { readonly at: number; readonly answered: number } | null = null;

  constructor(rows: number, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  count(asset: Asset, rows: number): void {
    this.#answered += rows;
    this.#answeredOf.set(asset, (this.#answeredOf.get(asset) ?? 0) + rows);
    this.#firstAnswer ??= { at: this.#now(), answered: this.#answered };
  }

  /** Milliseconds for the rows that are left of an asset, at its share of all rows so far; 0 while too little is known. */
  leftMs(asset: Asset): number {
    const first = this.#firstAnswer;
    if (first === null || this.#answered === first.answered) return 0;
    const elapsed = this.#now() - first.at;
    if (elapsed < KNOWN_AFTER_MS) return 0;
    const share = (this.#answeredOf.get(asset) ?? 0) / this.#answered;
    return ((this.#rows - this.#answered) * share * elapsed) / (this.#answered - first.answered);
  }
}
