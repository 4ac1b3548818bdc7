import type { CheckRequest, PendingOrder } from '@assay/contracts';
import type { Db } from '../../db/index.ts';
import type { Caller } from '../../kernel/caller.ts';

export interface Clock {
  now(): Date;
}

/** Runs `work` in one transaction. */
export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Queues the mail with a link, in the transaction that creates the link: both are stored or neither. */
export type QueueLinkMail = (db: Db, linkId: string) => Promise<void>;

/** Grants the free check credit of a new email at its first confirmation, once per mailbox (GAP-30). */
export type GrantSignUpCheck = (db: Db, user: { readonly sub: string; readonly mailboxHash: string }) => Promise<void>;

/**
 * Parses the check request sent with a link into catalogue values. The request is untrusted input.
 *
 * @throws AppError UnknownAsset, InvalidAddress
 */
export type ReadOrder = (request: CheckRequest) => PendingOrder;

/**
 * Runs the check requested with a link. The same key starts it only once.
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
