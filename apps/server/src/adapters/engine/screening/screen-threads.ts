import { fileURLToPath } from 'node:url';
import type { Asset } from '@assay/domain';
import { Piscina } from 'piscina';
import type { ResultCells, ScreenPort } from '../../../features/screening/index.ts';
import { threadEnv } from '../../../kernel/thread-env.ts';
import type { ScreenJob, ScreenOutcome, ScreenSetting } from './screen-job.ts';

const WORKER = fileURLToPath(new URL('../../../workers/screen-worker.ts', import.meta.url));
/**
 * Addresses a job: in memory most take less than a message to a thread and back; over the database those of a job share
 * their round trips. Long jobs would leave threads idle at the end of a list.
 */
const MOST_PER_JOB = 32;
/**
 * Rows a thread may be ahead of the oldest row that is still being worked on, for each check at a time: lines are
 * written in order, and in memory one address can take a thousand times as long as most.
 */
const ROWS_AHEAD = { memory: 1_024, postgres: 128 } as const;
/** In memory a thread has its next job before the last one ends, so that it never waits for the main thread. */
const JOBS_AT_A_THREAD = 2;

/** Checks spread over threads; each has connections of its own. */
export function screenThreads(setting: ScreenSetting, threads: number): ScreenPort & { close(): Promise<void> } {
  const store = setting.memory === null && setting.segments === undefined ? 'postgres' : 'memory';
  const jobsAtAThread = setting.memory === null ? setting.atOnce : JOBS_AT_A_THREAD;
  const pool = new Piscina<ScreenJob, readonly ScreenOutcome[]>({
    filename: WORKER,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: jobsAtAThread,
    workerData: setting,
    // Settings and secrets stay in the main thread.
    env: threadEnv(),
  });
  const limits = { perJob: MOST_PER_JOB, atOnce: 2 * threads * jobsAtAThread };
  const jobs = new ScreenJobs((job) => pool.run(job), limits);
  return {
    atOnce: threads * setting.atOnce * ROWS_AHEAD[store],
    screen: (asset, address) => jobs.add(asset, address),
    close: () => pool.destroy(),
  };
}

interface JobLimits {
  readonly perJob: number;
  readonly atOnce: number;
}

interface Waiting {
  readonly asset: Asset;
  readonly address: string;
  readonly resolve: (found: ResultCells) => void;
  readonly reject: (error: Error) => void;
}

/** Puts addresses that wait for a thread into one job. */
class ScreenJobs {
  readonly #run: (job: ScreenJob) => Promise<readonly ScreenOutcome[]>;
  readonly #limits: JobLimits;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(run: (job: ScreenJob) => Promise<readonly ScreenOutcome[]>, limits: JobLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  add(asset: Asset, address: string): Promise<ResultCells> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asset, address, resolve, reject });
      this.#startJobs();
    });
  }

  #startJobs(): void {
    while (this.#running < this.#limits.atOnce) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      let most = 1;
      while (most < this.#limits.perJob && this.#waiting[most]?.asset === first.asset) most += 1;
      this.#running += 1;
      void this.#work(first.asset, this.#waiting.splice(0, most));
    }
  }

  async #work(asset: Asset, asked: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#run({ asset, addresses: asked.map(({ address }) => address) });
      for (const [index, { resolve, reject }] of asked.entries()) {
        const outcome = outcomes[index];
        if (outcome?.is === 'screened') resolve(outcome.found);
        else reject(new Error(outcome?.message ?? 'the thread did not answer'));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#running -= 1;
      this.#startJobs();
    }
  }
}
