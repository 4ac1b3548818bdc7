import type { User } from '@assay/contracts';
import type { Caller } from '../../caller.ts';
import type { Db } from '../../db/index.ts';

/** What one feature keeps about an account: how to hand it out, and how to let go of it. */
export interface AccountPart {
  /** Key in the export, such as `checks`. */
  readonly name: string;
  /** Everything kept, a part at a time, as plain data. */
  readonly exportOf: (db: Db, sub: string) => AsyncIterable<readonly object[]>;
  /** Removes it, or cuts its tie to the account, in the transaction that deletes the account. */
  readonly erase: (db: Db, sub: string, now: Date) => Promise<void>;
}

export interface AccountDeps {
  readonly db: Db;
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** In the order they are erased: who someone is comes last. */
  readonly parts: readonly AccountPart[];
  readonly userOf: (caller: Caller) => Promise<User>;
  readonly clock: { now(): Date };
}
