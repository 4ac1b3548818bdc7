import { Piscina } from 'piscina';
import { threadEnv } from '../../../../../platform/kernel/thread-env.ts';
import type { ScreenPort } from '../../../screening/screening.ports.ts';
import { type ScreenJob, ScreenJobs, type ScreenOutcome, type ScreenSetting } from './screen-jobs.ts';

/**
 * Addresses a job: in memory most take less than a message to a thread and back; over the database those of a job share
 * their round trips. Long jobs would leave threads idle at the end of a list.
 */
export const MOST_PER_JOB = 32;
/**
 * Rows a thread may be ahead of the oldest row that is still being worked on, for each check at a time: lines are
 * written in order, and in memory one address can take a thousand times as long as most.
 */
const ROWS_AHEAD = { memory: 1_024, postgres: 128 } as const;
/** Rows that may be ahead of the oldest that is worked on. */
export function rowsAheadOf(store: keyof typeof ROWS_AHEAD, threads: number, atOnce: number): number {
  return threads * atOnce * ROWS_AHEAD[store];
}

/** In memory a thread has its next job before the last one ends, so that it never waits for the main thread. */
const JOBS_AT_A_THREAD = 2;

/**
 * Checks spread over threads; each has connections of its own.
 *
 * @param worker the file of what a thread does
 */
export function screenThreads(
  worker: string,
  setting: ScreenSetting,
  threads: number,
): ScreenPort & { close(): Promise<void> } {
  const pool = openThreads(worker, setting, threads);
  const jobs = new ScreenJobs(pool.run, { perJob: MOST_PER_JOB, atOnce: 2 * pool.jobsAtOnce });
  return { atOnce: pool.rowsAhead, screen: (asset, address) => jobs.add(asset, address), close: pool.close };
}

export interface ScreenThreads {
  readonly run: (job: ScreenJob) => Promise<readonly ScreenOutcome[]>;
  /** Jobs that its threads have at a time. */
  readonly jobsAtOnce: number;
  /** See {@link rowsAheadOf}. */
  readonly rowsAhead: number;
  readonly close: () => Promise<void>;
}

/** @param worker the file of what a thread does */
export function openThreads(worker: string, setting: ScreenSetting, threads: number): ScreenThreads {
  const store = setting.memory === null ? 'postgres' : 'memory';
  const jobsAtAThread = setting.memory === null ? setting.atOnce : JOBS_AT_A_THREAD;
  const pool = new Piscina<ScreenJob, readonly ScreenOutcome[]>({
    filename: worker,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: jobsAtAThread,
    workerData: setting,
    // Settings and secrets stay in the main thread.
    env: threadEnv(),
  });
  return {
    run: (job) => pool.run(job),
    jobsAtOnce: threads * jobsAtAThread,
    rowsAhead: rowsAheadOf(store, threads, setting.atOnce),
    close: () => pool.destroy(),
  };
}
