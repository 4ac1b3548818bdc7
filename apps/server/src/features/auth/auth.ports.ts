import type { CheckRequest } from '@assay/contracts';
import type { Caller } from '../../caller.ts';
import type { Db } from '../../db/index.ts';

export interface Clock {
  now(): Date;
}

/** Runs `work` in one transaction. */
export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Puts the mail with a link in the queue, in the transaction that makes the link: both stand or neither. */
export type QueueLinkMail = (db: Db, linkId: string) => Promise<void>;

/** Credits the check that a new e-mail gets when it is first confirmed, once a mailbox (GAP-30). */
export type GrantSignUpCheck = (db: Db, user: { readonly sub: string; readonly mailboxKey: string }) => Promise<void>;

/**
 * Runs the check that travelled with a link. The same key starts it once.
 *
 * @throws AppError as POST /monitor/check does
 */
export type RunOrderedCheck = (
  caller: Caller,
  request: CheckRequest,
  idempotencyKey: string,
) => Promise<{ readonly subId: string }>;

export interface AuthLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
