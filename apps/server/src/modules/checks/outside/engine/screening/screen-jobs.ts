import type { Asset } from '@assay/domain';
import type { ResultCells } from '../../../screening/screening.ports.ts';
import type { ScreenJob, ScreenOutcome } from './screen-job.ts';

export interface JobLimits {
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
export class ScreenJobs {
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
