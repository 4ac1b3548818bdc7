import { randomBytes } from 'node:crypto';
import { inTransaction, type Pool } from './db/index.ts';
import {
  type AuthLog,
  buildDomainRule,
  buildSessionsService,
  buildSignInService,
  type DomainSettings,
  type GrantSignUpCheck,
  type MailboxHash,
  type QueueLinkMail,
  type RunOrderedCheck,
  type SessionsService,
  type SignInService,
  type TokenSmith,
} from './features/auth/index.ts';
import type { ChecksService } from './features/checks/index.ts';
import { FREE_TARIFF, ledger } from './features/ledger/index.ts';

export interface AuthSettings {
  /** Lower case. */
  readonly adminEmails: readonly string[];
  readonly domains: DomainSettings;
}

export interface AuthParts {
  readonly tokens: TokenSmith;
  readonly mailboxHash: MailboxHash;
  readonly queueLinkMail: QueueLinkMail;
  readonly checks: Pick<ChecksService, 'runCheck'>;
  readonly log: AuthLog;
  /** Default: the time of this machine. */
  readonly clock?: { now(): Date };
}

/** A page that waits for a sign-in waits no longer than this for the check that came with it. */
const CHECK_ANSWERS_WITHIN_MS = 2_500;

/** Puts signing in together over one database. */
export function wireAuth(
  pool: Pool,
  settings: AuthSettings,
  { tokens, mailboxHash, queueLinkMail, checks, log, clock = { now: () => new Date() } }: AuthParts,
): { readonly sessions: SessionsService; readonly signIn: SignInService } {
  const shared = {
    db: pool,
    transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(pool, work),
    clock,
    newId: () => randomBytes(16).toString('hex'),
    tokens,
    log,
  };
  const sessions = buildSessionsService({ ...shared, adminEmails: new Set(settings.adminEmails) });
  const signIn = buildSignInService({
    ...shared,
    sessions,
    isDomainAllowed: buildDomainRule(settings.domains),
    queueLinkMail,
    grantSignUpCheck: grantSignUpCheck(mailboxHash),
    runOrderedCheck: runOrderedCheck(checks),
  });
  return { sessions, signIn };
}

function grantSignUpCheck(mailboxHash: MailboxHash): GrantSignUpCheck {
  return async (db, { sub, mailboxKey }) => {
    const key = `signup:${mailboxHash(mailboxKey)}`;
    await ledger.grant(db, { sub, tariff: FREE_TARIFF, checks: 1, reason: 'signup', key, expiresAt: null });
  };
}

function runOrderedCheck(checks: Pick<ChecksService, 'runCheck'>): RunOrderedCheck {
  return async ({ sub }, request, idempotencyKey) => {
    const options = { idempotencyKey, answerWithinMs: CHECK_ANSWERS_WITHIN_MS };
    const { subId } = await checks.runCheck({ sub, pays: true }, request, options);
    return { subId };
  };
}
