import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction, type Pool, type Transaction, transactionsOf } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { AccountNotices } from '../account-notices/account-notices.ts';
import type { QueueLinkMail } from '../auth/auth.ports.ts';
import { buildDomainRule, type DomainSettings } from '../auth/email-domains.ts';
import type { MailboxHash } from '../auth/mailbox.ts';
import { refoldMailboxes } from '../auth/mailboxes/refold-mailboxes.ts';
import { buildSecondStepService, type SecondStepService } from '../auth/second-step.service.ts';
import { buildSessionsService, type SessionsService } from '../auth/sessions.service.ts';
import { buildSignInService, type SignInDeps, type SignInService } from '../auth/sign-in.service.ts';
import type { TokenSmith } from '../auth/tokens.ts';
import { wireCompanyRules } from './identity.ts';

export interface AuthSettings {
  /** Lower case. */
  readonly adminEmails: readonly string[];
  readonly domains: DomainSettings;
}

/** What a new account brings about in other modules. */
export type SignUpPorts = Pick<SignInDeps, 'carryMarks' | 'grantSignUpCheck' | 'readOrder' | 'runOrderedCheck'>;

export interface AuthParts {
  readonly tokens: TokenSmith;
  readonly mailboxHash: MailboxHash;
  readonly queueLinkMail: QueueLinkMail;
  readonly signUp: SignUpPorts;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly securityEvents: SecurityEvents;
  readonly notices: Pick<AccountNotices, 'signedIn'>;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** Constructs sign-in over one database. */
export function wireAuth(
  pool: Pool,
  settings: AuthSettings,
  { tokens, mailboxHash, queueLinkMail, signUp, log, securityEvents, notices, clock = SYSTEM_CLOCK }: AuthParts,
): { readonly sessions: SessionsService; readonly signIn: SignInService; readonly secondStep: SecondStepService } {
  const transaction: Transaction = (work) => inService('sign-in', () => inTransaction(pool, work));
  const shared = {
    db: pool,
    transaction,
    clock,
    newId,
    tokens,
    log,
    securityEvents,
    audit: recordAudit,
    companies: wireCompanyRules(clock),
    notifySignIn: notices.signedIn,
  };
  const sessions = buildSessionsService({ ...shared, adminEmails: new Set(settings.adminEmails) });
  const secondStep = buildSecondStepService({ ...shared, sessions });
  const signIn = buildSignInService({
    ...shared,
    sessions,
    secondStep,
    isDomainAllowed: buildDomainRule(settings.domains),
    queueLinkMail,
    mailboxHash,
    ...signUp,
  });
  return { sessions, signIn, secondStep };
}

/** Brings accounts of earlier versions to the mailboxes that are theirs now. */
export function refoldAccounts(
  pool: Pool,
  mailboxHash: MailboxHash,
  carryMarks: SignUpPorts['carryMarks'],
): Promise<void> {
  return inService('sign-in', () =>
    refoldMailboxes({
      db: pool,
      transaction: transactionsOf(pool),
      mailboxHash,
      carryMarks,
    }),
  );
}
