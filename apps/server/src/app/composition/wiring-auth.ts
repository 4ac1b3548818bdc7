import { ASSETS } from '@assay/domain';
import {
  type AccountNotices,
  buildDomainRule,
  buildSecondStepService,
  buildSessionsService,
  buildSignInService,
  type DomainSettings,
  type MailboxHash,
  type QueueLinkMail,
  refoldMailboxes,
  type SecondStepService,
  type SessionsService,
  type SignInService,
  type TokenSmith,
} from '../../modules/accounts/index.ts';
import type { ChecksService } from '../../modules/checks/index.ts';
import { carryMarks, type FreeGrants, ledger, whyWithoutCheck } from '../../modules/money/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction, type Pool, transactionsOf } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { inService, inWorkspace } from '../../platform/kernel/scope.ts';
import type { SecurityEvents } from '../../platform/kernel/security-events/index.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';
import { orderedCheck, orderReader } from './ordered-check.ts';
import { wireCompanyRules } from './wiring-identity.ts';

/** Check credits of a new mailbox (GAP-30). */
const SIGN_UP_CHECKS = 1;

export interface AuthSettings {
  /** Lower case. */
  readonly adminEmails: readonly string[];
  readonly domains: DomainSettings;
}

export interface AuthParts {
  readonly tokens: TokenSmith;
  readonly mailboxHash: MailboxHash;
  readonly queueLinkMail: QueueLinkMail;
  readonly grants: FreeGrants;
  readonly checks: Pick<ChecksService, 'runCheck'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
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
    grants,
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
    carryMarks: (tx, renamed) => carryMarks(tx, ledger, renamed),
    grantSignUpCheck: async (tx, { sub, mailboxHash, now }) => {
      const gift = { kind: 'sign-up', sub, checks: SIGN_UP_CHECKS, key: `signup:${mailboxHash}`, now } as const;
      return whyWithoutCheck(await grants.give(tx, gift));
    },
    readOrder: orderReader(ASSETS),
    runOrderedCheck: (caller, request, key) =>
      inWorkspace(caller.workspace.id, () => runOrderedCheck(caller, request, key)),
  });
  return { sessions, signIn, secondStep };
}

/** Brings accounts of earlier versions to the mailboxes that are theirs now. */
export function refoldAccounts(pool: Pool, mailboxHash: MailboxHash): Promise<void> {
  return inService('sign-in', () =>
    refoldMailboxes({
      db: pool,
      transaction: transactionsOf(pool),
      mailboxHash,
      carryMarks: (tx, renamed) => carryMarks(tx, ledger, renamed),
    }),
  );
}
