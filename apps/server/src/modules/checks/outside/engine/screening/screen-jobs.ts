import type { Asset } from '@assay/domain';
import type { ColumnParts, Label, MethodVersion } from '@assay/exposure';
import type { LedgerServerUrl } from '../../../../../platform/db/index.ts';
import type { SnapshotOrigin } from '../../../checks/checks.ports.ts';
import type { ResultCells } from '../../../screening/screening.ports.ts';

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

/** Addresses of one asset for a thread. */
export interface ScreenJob {
  readonly asset: Asset;
  readonly addresses: readonly string[];
}

/** What became of one address of a job; a failure of one is none of the others. */
export type ScreenOutcome =
  | { readonly is: 'screened'; readonly found: ResultCells }
  | { readonly is: 'failed'; readonly message: string };

/** What each thread works on: the database, and one asset in memory where it was brought there. */
export interface ScreenSetting {
  readonly databaseUrl: string;
  /** Further servers that hold transfer ledgers: what is on one that is not named passes for what does not exist. */
  readonly ledgerServers: readonly LedgerServerUrl[];
  /** Checks of one thread at a time. */
  readonly atOnce: number;
  readonly memory: MemorySetting | null;
  /** Of the method; that of the labels in memory. */
  readonly version: MethodVersion;
}

/** Records of one asset in memory, and what is known of them. */
export interface MemorySetting {
  readonly tip: { readonly block: string | null; readonly time: Date };
  readonly recordsHeld: string;
  readonly labelSetVersion: string;
  readonly hasDerivedLabels: boolean;
  readonly origin: SnapshotOrigin;
  /** Over shared memory: threads read the same bytes. */
  readonly parts: ColumnParts;
  readonly labels: readonly (readonly [account: number, labels: readonly Label[]])[];
}
