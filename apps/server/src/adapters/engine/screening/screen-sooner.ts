import type { Asset } from '@assay/domain';
import type { ScreenPort } from '../../../features/screening/index.ts';
import type { MemorySetting, ScreenJob, ScreenOutcome, ScreenSetting } from './screen-job.ts';
import { ScreenJobs } from './screen-jobs.ts';
import { MOST_PER_JOB, type ScreenThreads } from './screen-threads.ts';

/** From the first answer on, before which threads start: until then little is known of how long a row takes. */
const KNOWN_AFTER_MS = 1_000;
/** What bringing records into memory takes beside rows that are checked on all cores: for each, and however few they are. */
const RECORD_MS = 0.012;
const LOAD_MS = 500;
/** So many times longer have the rows to take: an estimate may be wrong. */
const CLEARLY = 1.5;

export interface SoonerPorts {
  /** Records that are held of an asset; null where it cannot be brought into memory. */
  readonly recordsOf: (asset: Asset) => Promise<number | null>;
  /** Null where it does not fit. */
  readonly bring: (asset: Asset, signal: AbortSignal) => Promise<MemorySetting | null>;
  readonly openThreads: (setting: ScreenSetting, threads: number) => ScreenThreads;
  /** Clock in milliseconds that never goes back. */
  readonly now: () => number;
}

export interface SoonerOptions {
  /** Threads and connections of the database; its `memory` is null. */
  readonly setting: ScreenSetting;
  /** Checks of one thread at a time in memory. */
  readonly atOnceInMemory: number;
  readonly threads: number;
  /** Rows to check. */
  readonly rows: number;
}

interface InMemory {
  readonly asset: Asset;
  readonly threads: ScreenThreads;
}

/**
 * Begins over the database, and brings one asset into memory beside that where the rows that are left would take longer.
 * Its further rows are checked there; both give the same cells.
 */
export function screenSooner(ports: SoonerPorts, options: SoonerOptions): ScreenPort & { close(): Promise<void> } {
  const { setting, threads, rows } = options;
  const database = ports.openThreads(setting, threads);
  const stop = new AbortController();
  const answered = new Map<Asset, number>();
  /** When the first rows were answered, how many by then, and how many by now. */
  let first: { readonly at: number; readonly rows: number } | null = null;
  let all = 0;
  const considered = new Set<Asset>();
  let memory: InMemory | null = null;
  let bringing: Promise<void> | null = null;
  let failure: Error | null = null;

  const run = async (job: ScreenJob): Promise<readonly ScreenOutcome[]> => {
    if (failure !== null) throw failure;
    const there = memory?.asset === job.asset ? memory.threads : null;
    const outcomes = await (there ?? database).run(job);
    all += job.addresses.length;
    first ??= { at: ports.now(), rows: all };
    if (there === null) {
      answered.set(job.asset, (answered.get(job.asset) ?? 0) + job.addresses.length);
      considerMemory(job.asset);
    }
    return outcomes;
  };

  /** Whether the rows that are left of this asset might take longer than reading its first record. */
  function leftMs(asset: Asset): number {
    if (first === null || all === first.rows) return 0;
    const elapsed = ports.now() - first.at;
    if (elapsed < KNOWN_AFTER_MS) return 0;
    const share = (answered.get(asset) ?? 0) / all;
    return ((rows - all) * share * elapsed) / (all - first.rows);
  }

  /** Once for each asset, until one is there. */
  function considerMemory(asset: Asset): void {
    if (bringing !== null || memory !== null || considered.has(asset) || leftMs(asset) <= CLEARLY * LOAD_MS) return;
    considered.add(asset);
    bringing = bring(asset).finally(() => {
      bringing = null;
    });
  }

  async function bring(asset: Asset): Promise<void> {
    try {
      const records = await ports.recordsOf(asset);
      const isSooner = records !== null && leftMs(asset) > CLEARLY * (LOAD_MS + records * RECORD_MS);
      const brought = isSooner ? await ports.bring(asset, stop.signal) : null;
      if (brought === null || stop.signal.aborted) return;
      const inMemory = { ...setting, memory: brought, atOnce: options.atOnceInMemory };
      const there = ports.openThreads(inMemory, threads);
      memory = { asset, threads: there };
    } catch (error) {
      // The next row says it: a list that cannot be read is no reason to go on more slowly.
      if (!stop.signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  // No job waits at a thread for the one before it: it would not see that its asset is in memory.
  const jobs = new ScreenJobs(run, { perJob: MOST_PER_JOB, atOnce: database.jobsAtOnce });
  return {
    atOnce: Math.max(database.rowsAhead, threads * options.atOnceInMemory * 1_024),
    screen: (asset, address) => jobs.add(asset, address),
    async close() {
      stop.abort();
      await bringing;
      await Promise.all([database.close(), memory?.threads.close()]);
    },
  };
}
