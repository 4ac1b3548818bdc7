import { AppError } from '../../../../platform/kernel/app-error.ts';
import { type ChecksOwner, UNFINISHED_RETRY_SECONDS } from '../checks.policy.ts';

export interface AdmissionSlot {
  /** Slots that its owner has in this process. */
  readonly ofOwner: number;
  /**
   * @param mostOfOwner maximum of the slots of its owner in this process
   * @throws AppError Overloaded, TooManyChecks
   */
  take(mostOfOwner: number): void;
  /** Releases the slot; does nothing where it was not taken or is already released. */
  leave(): void;
}

/**
 * Slots for the checks of this process. Also counts checks that the database no longer counts: a check cancelled
 * through another server keeps its slot until the work on it has stopped here. Not a `Semaphore`: it refuses instead of
 * waiting, since it is taken inside a database transaction, and it counts by owner.
 */
export class AdmissionSlots {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** @param most maximum of checks that run or wait in this process at a time */
  constructor(most: number) {
    this.#most = most;
  }

  of({ sub }: ChecksOwner): AdmissionSlot {
    let isTaken = false;
    const own = () => this.#taken.get(sub) ?? 0;
    return {
      get ofOwner() {
        return own();
      },
      take: (mostOfOwner) => {
        if (own() >= mostOfOwner) throw tooManyChecks();
        if (this.#all >= this.#most) throw new AppError('Overloaded', { internal: 'checks queue is full' });
        isTaken = true;
        this.#all += 1;
        this.#taken.set(sub, own() + 1);
      },
      leave: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#all -= 1;
        if (own() > 1) this.#taken.set(sub, own() - 1);
        else this.#taken.delete(sub);
      },
    };
  }
}

export function tooManyChecks(): AppError {
  return new AppError('TooManyChecks', { retryAfterSeconds: UNFINISHED_RETRY_SECONDS });
}
