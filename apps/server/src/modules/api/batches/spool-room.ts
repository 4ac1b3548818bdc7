import { BATCH_REQUEST_BYTES } from '@assay/contracts/v1';
import { AppError } from '../../../platform/kernel/app-error.ts';

interface BodyLimits {
  /** Bodies of one workspace at once. */
  readonly ofWorkspace: number;
  /** Bodies of all. */
  readonly ofServer: number;
}

export interface SpoolLimits extends BodyLimits {
  /** Of workspaces that bought nothing, which are free to make: however many, they leave room to the others. */
  readonly unbought: BodyLimits;
}

/** 1 GiB of the disk, on which the embedded database is too. */
const BODIES = (1024 * 1024 * 1024) / BATCH_REQUEST_BYTES;
/** Two at least: a client that lost its connection sends its body again while the first is still being stored. */
export const SPOOL_LIMITS: SpoolLimits = {
  ofWorkspace: 4,
  ofServer: BODIES,
  unbought: { ofWorkspace: 2, ofServer: BODIES / 2 },
};
/** Rows of a body of others have been stored by then, mostly; sooner, a client would only send its body in vain. */
const RETRY_SECONDS = 30;

/** Counts the bodies that wait on the disk of one server, so that they cannot fill it, nor one workspace take all room. */
export class SpoolRoom {
  readonly #limits: SpoolLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;
  #unbought = 0;

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /**
   * Takes room for one body. Returns what gives it back.
   *
   * @throws AppError TooManyRequests where the workspace has as many as it may, Overloaded where all have
   */
  take(workspace: string, hasBought: boolean): () => void {
    const own = this.#taken.get(workspace) ?? 0;
    const { ofWorkspace } = hasBought ? this.#limits : this.#limits.unbought;
    if (own >= ofWorkspace) {
      throw new AppError('TooManyRequests', {
        retryAfterSeconds: RETRY_SECONDS,
        publicText: `${hasBought ? 'A workspace' : 'A workspace that has not bought checks'} can send ${ofWorkspace} bodies with rows at once. Wait for one to be answered.`,
      });
    }
    const isFull = this.#all >= this.#limits.ofServer;
    if (isFull || (!hasBought && this.#unbought >= this.#limits.unbought.ofServer)) {
      throw new AppError('Overloaded', {
        internal: 'too many bodies of batches arrive',
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#taken.set(workspace, own + 1);
    this.#all += 1;
    if (!hasBought) this.#unbought += 1;
    return () => this.#leave(workspace, hasBought);
  }

  #leave(workspace: string, hasBought: boolean): void {
    const left = (this.#taken.get(workspace) ?? 0) - 1;
    if (left > 0) this.#taken.set(workspace, left);
    else this.#taken.delete(workspace);
    this.#all -= 1;
    if (!hasBought) this.#unbought -= 1;
  }
}
