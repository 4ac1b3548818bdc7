import type { CheckRequest, NoFreeCheckReason, PendingOrder } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { Caller, CallerWorkspace } from '../../../platform/kernel/caller.ts';
import type { SignInMethod } from '../../../platform/kernel/who/assurance.ts';

/** Queues the mail with a link, in the transaction that creates the link: both are stored or neither. */
export type QueueLinkMail = (db: Db, linkId: string) => Promise<void>;

/**
 * Grants the free check credit of a new email at its first confirmation, once per mailbox (GAP-30); the limit of the day
 * that refused it, else null.
 */
export type GrantSignUpCheck = (
  db: Db,
  user: { readonly sub: string; readonly mailboxHash: string; readonly now: Date },
) => Promise<NoFreeCheckReason | null>;

/** Marks a mailbox with what it was given, and with its suspension, under the hash of an earlier rule. */
export type CarryMarks = (
  db: Db,
  renamed: { readonly sub: string; readonly from: string; readonly to: string },
) => Promise<void>;

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

/** The company whose identity provider proved who a person is, and as whom. */
export interface CompanyProof {
  readonly workspace: string;
  readonly issuer: string;
  readonly subject: string;
}

/** What companies demand of logins, and what follows from a login by a company's provider. */
export interface CompanyRules {
  /**
   * Whether an address must use its company's login. `owners`: it must, but it is an owner of that workspace with a
   * second factor, who may also log in by a link or a passkey.
   */
  demandOn(db: Db, email: string): Promise<'none' | 'company login' | 'owners'>;
  /** @throws AppError CompanySignInRequired when these methods are not enough for the account */
  assertMayOpen(db: Db, user: Pick<Caller, 'sub' | 'email'>, methods: readonly SignInMethod[]): Promise<void>;
  /**
   * Links the account, and joins the workspace where it lets people join, in the transaction that opened the session.
   *
   * @returns the workspace that the session is in
   * @throws AppError SignInExpired when the provider was changed meanwhile; TooManyMembers, TooManyWorkspaces
   */
  sessionOpened(
    db: Db,
    proof: CompanyProof,
    session: { readonly id: string; readonly caller: Caller },
  ): Promise<CallerWorkspace>;
}

/** Reports a session that was opened to the owner of the account, in its transaction. */
export type NotifySignIn = (db: Db, opened: { readonly sub: string; readonly sessionId: string }) => Promise<void>;
