import { ASSETS } from '@assay/domain';
import { inTransaction, type Pool } from '../db/index.ts';
import type { AccountNotices } from '../features/account-notices/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import {
  type AuthLog,
  buildDomainRule,
  buildSecondStepService,
  buildSessionsService,
  buildSignInService,
  type DomainSettings,
  type MailboxHash,
  orderedCheck,
  orderReader,
  type QueueLinkMail,
  type SecondStepService,
  type SessionsService,
  type SignInService,
  signUpCheck,
  type TokenSmith,
} from '../features/auth/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import { ledger } from '../features/ledger/index.ts';
import { newId } from '../kernel/random-text.ts';
import { inService, inWorkspace } from '../kernel/scope.ts';
import type { SecurityEvents } from '../kernel/security-events/index.ts';
import { wireCompanyRules } from './wiring-identity.ts';

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
  readonly securityEvents: SecurityEvents;
  readonly notices: Pick<AccountNotices, 'signedIn'>;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
}

/** Constructs sign-in over one database. */
export function wireAuth(
  pool: Pool,
  settings: AuthSettings,
  {
    tokens,
    mailboxHash,
    queueLinkMail,
    checks,
    log,
    securityEvents,
    notices,
    clock = { now: () => new Date() },
  }: AuthParts,
): { readonly sessions: SessionsService; readonly signIn: SignInService; readonly secondStep: SecondStepService } {
  const shared = {
    db: pool,
    transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
      inService('sign-in', () => inTransaction(pool, work)),
    clock,
    newId,
    tokens,
    log,
    securityEvents,
    audit: recordAudit,
    companies: wireCompanyRules(clock),
    notifySignIn: notices.signedIn,
  };
  const runOrderedCheck = orderedCheck(checks);
  const sessions = buildSessionsService({ ...shared, adminEmails: new Set(settings.adminEmails) });
  const secondStep = buildSecondStepService({ ...shared, sessions });
  const signIn = buildSignInService({
    ...shared,
    sessions,
    secondStep,
    isDomainAllowed: buildDomainRule(settings.domains),
    queueLinkMail,
    mailboxHash,
    grantSignUpCheck: signUpCheck(ledger),
    readOrder: orderReader(ASSETS),
    runOrderedCheck: (caller, request, key) =>
      inWorkspace(caller.workspace.id, () => runOrderedCheck(caller, request, key)),
  });
  return { sessions, signIn, secondStep };
}
