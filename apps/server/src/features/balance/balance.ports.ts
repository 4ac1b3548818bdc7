import type { Db } from '../../db/index.ts';

/** Balances and what running checks hold of them. Every call takes the database handle of its transaction. */
export interface BalanceStore {
  /** Takes one check if there is one, in one conditional statement; false when there is none. */
  reserve(db: Db, owner: string, reference: string, now: Date): Promise<boolean>;
  /** Makes a held reservation final; false when it is not held any more. */
  take(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Gives a held reservation back; false when there is none to give back. */
  release(db: Db, reference: string, now: Date): Promise<boolean>;
  /** Checks left; 0 for an owner nobody knows. */
  remaining(db: Db, owner: string): Promise<number>;
  /** Sets what is left and what is held together to `checks`. */
  refill(db: Db, owner: string, checks: number): Promise<void>;
}
