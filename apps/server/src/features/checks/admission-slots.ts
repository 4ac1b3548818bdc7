import { AppError } from '../../kernel/app-error.ts';
import { type ChecksOwner, UNFINISHED_RETRY_SECONDS } from './checks.policy.ts';

export interface AdmissionLimits {
  /** Maximum of checks that run or wait in this process at a time. */
  readonly most: number;
  /** Of these, the maximum for one paying owner. */
  readonly mostOfOwner: number;
}

export interface AdmissionSlot {
  /** @throws AppError Overloaded, TooManyChecks */
  take(): void;
  /** Releases the slot; does nothing where it was not taken or is already released. */
  leave(): void;
}

/**
 * Slots for the checks of this process. Also counts checks that the database no longer counts: a check cancelled
 * through another server keeps its slot until the work on it has stopped here. Not a `Semaphore`: it refuses instead of
 * waiting, since it is taken inside a database transaction, and it counts by owner.
 */
export class AdmissionSlots {
  readonly #limits: AdmissionLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  of({ sub, pays }: ChecksOwner): AdmissionSlot {
    let isTaken = false;
    const own = () => this.#taken.get(sub) ?? 0;
    return {
      take: () => {
        if (pays && own() >= this.#limits.mostOfOwner) throw tooManyChecks();
        if (this.#all >= this.#limits.most) throw new AppError('Overloaded', { internal: 'checks queue is full' });
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
