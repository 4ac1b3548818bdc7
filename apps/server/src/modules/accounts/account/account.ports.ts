import type { AccountLossesData, User } from '@assay/contracts';
import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';

/** The data that one feature stores about a user account: how to export it and how to erase it. */
export interface AccountPart {
  /** Key in the export, such as `checks`. */
  readonly name: string;
  /** All stored data as plain objects, in batches. */
  readonly exportOf: (db: Db, sub: string) => AsyncIterable<readonly object[]>;
  /** Removes the data or its link to the account, in the transaction that deletes the account. */
  readonly erase: (db: Db, sub: string, now: Date) => Promise<void>;
}

/** What the audit log does when an account is deleted. */
export interface AccountAudit {
  readonly record: Audit;
  /** Erases all personal text about a person, in every log, and records that. */
  readonly erase: (db: Db, person: { readonly sub: string; readonly email: string }) => Promise<void>;
}

export interface AccountDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  /** In the order of erasure: the user's row comes last. */
  readonly parts: readonly AccountPart[];
  readonly audit: AccountAudit;
  /** @throws AppError UnderLegalHold */
  readonly assertMayDelete: (tx: Db, sub: string) => Promise<void>;
  readonly userOf: (caller: Caller) => Promise<User>;
  /** Names of the companies that a person is a member of. */
  readonly companiesOf: (sub: string) => Promise<readonly string[]>;
  /** Names of those whose last owner the person is. */
  readonly lastOwnedOf: (sub: string) => Promise<readonly string[]>;
  /** What the person has paid for and loses with plans. */
  readonly paidLosses: (
    db: Db,
    sub: string,
  ) => Promise<Pick<AccountLossesData, 'next_additions' | 'charges_card' | 'keeps_money'>>;
  /** The last day (UTC) of a legal hold that keeps the account; null without one. */
  readonly heldTo: (db: Db, sub: string) => Promise<string | null>;
  readonly clock: Clock;
  /** Notifies the owner of a deleted account; never throws. */
  readonly mailDeleted: (email: string) => Promise<void>;
}
