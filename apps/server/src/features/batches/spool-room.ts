import { BATCH_REQUEST_BYTES } from '@assay/contracts/v1';
import { AppError } from '../../kernel/app-error.ts';

export interface SpoolLimits {
  /** Bodies of one workspace at once. */
  readonly ofWorkspace: number;
  /** Bodies of all. */
  readonly ofServer: number;
}

/** 1 GiB of the disk at most, on which the embedded database is too; of that, 128 MiB for each workspace. */
export const SPOOL_LIMITS: SpoolLimits = { ofWorkspace: 4, ofServer: (1024 * 1024 * 1024) / BATCH_REQUEST_BYTES };
/** Rows of a body of others have been stored by then, mostly; sooner, a client would only send its body in vain. */
const RETRY_SECONDS = 30;

/** Counts the bodies that wait on the disk of one server, so that they cannot fill it, nor one workspace take all room. */
export class SpoolRoom {
  readonly #limits: SpoolLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /**
   * Takes room for one body. Returns what gives it back.
   *
   * @throws AppError TooManyRequests where the workspace has as many as it may, Overloaded where all have
   */
  take(workspace: string): () => void {
    const own = this.#taken.get(workspace) ?? 0;
    if (own >= this.#limits.ofWorkspace) {
      throw new AppError('TooManyRequests', {
        retryAfterSeconds: RETRY_SECONDS,
        publicText: `A workspace can send ${this.#limits.ofWorkspace} bodies with rows at once. Wait for one to be answered.`,
      });
    }
    if (this.#all >= this.#limits.ofServer) {
      throw new AppError('Overloaded', {
        internal: 'too many bodies of batches arrive',
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#taken.set(workspace, own + 1);
    this.#all += 1;
    return () => this.#leave(workspace);
  }

  #leave(workspace: string): void {
    const left = (this.#taken.get(workspace) ?? 0) - 1;
    if (left > 0) this.#taken.set(workspace, left);
    else this.#taken.delete(workspace);
    this.#all -= 1;
  }
}
