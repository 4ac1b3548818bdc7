import { recordAudit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Pool, type Transaction } from '../../../platform/db/index.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { type AccountNotices, buildAccountNotices, type QueueNoticeMail } from '../account-notices/account-notices.ts';
import { buildNoticeTokens, type NoticeTokens } from '../account-notices/notice-tokens.ts';
import { buildUndoService, type UndoService } from '../account-notices/undo.service.ts';
import { administratorRule } from '../auth/auth.policy.ts';
import type { SecondStepService } from '../auth/second-step.service.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import type { SignInService } from '../auth/sign-in.service.ts';
import { buildConfirmService, type ConfirmService } from '../factors/confirm.service.ts';
import { buildFactorKeys } from '../factors/factor-keys.ts';
import { buildFactorsService, type FactorsService } from '../factors/factors.service.ts';
import { buildProveFactor } from '../factors/prove-factor.ts';
import { afterProof } from '../recovery/after-proof.ts';
import { RECOVERY_WAIT_HOURS } from '../recovery/recovery.policy.ts';
import { buildRecoveryService, type RecoveryService } from '../recovery/recovery.service.ts';
import { buildRecoveryUpkeep, type RecoveryUpkeep } from '../recovery/recovery-upkeep.ts';
import { workspacesStore } from '../workspaces/workspaces.store.ts';

export interface FactorSettings {
  readonly publicUrl: string;
  readonly productName: string;
  readonly signIn: {
    /** Lower case. */
    readonly adminEmails: readonly string[];
    /** How long a recovery by mail waits. */
    readonly recoveryWaitHours?: number;
  };
}

export interface FactorParts {
  /** The secret of the installation, at least 32 bytes. */
  readonly secret: Uint8Array;
  readonly auth: {
    readonly sessions: SessionsService;
    readonly signIn: SignInService;
    readonly secondStep: SecondStepService;
  };
  readonly securityEvents: SecurityEvents;
  readonly notices: NoticeFeatures;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

export interface FactorFeatures {
  readonly factors: FactorsService;
  readonly confirm: ConfirmService;
  readonly recovery: RecoveryService;
  readonly recoveryUpkeep: RecoveryUpkeep;
  readonly undo: UndoService;
}

const HOUR_MS = 60 * 60 * 1000;

/** Constructs second factors, recovery by mail and the links that undo, over one database. */
export function wireFactors(
  pool: Pool,
  { publicUrl, productName, signIn: { adminEmails, recoveryWaitHours = RECOVERY_WAIT_HOURS } }: FactorSettings,
  { secret, auth, securityEvents, notices: { notices, tokens }, clock = SYSTEM_CLOCK }: FactorParts,
): FactorFeatures {
  const { hostname, origin } = new URL(publicUrl);
  const transaction: Transaction = (work) => inService('sign-in', () => inTransaction(pool, work));
  const shared = {
    db: pool,
    transaction,
    clock,
    newId,
    keys: buildFactorKeys(secret),
    party: { id: hostname, name: productName, origin },
    securityEvents,
    sessions: auth.sessions,
    audit: recordAudit,
    notices,
    notify: (...sent: Parameters<NoticeFeatures['notices']['notify']>) => notices.notify(...sent),
  };
  const recovering = {
    ...shared,
    waitMs: recoveryWaitHours * HOUR_MS,
    secondStep: auth.secondStep,
    isAdministrator: administratorRule(new Set(adminEmails)),
    checkOf: (...asked: Parameters<SignInService['checkOf']>) => auth.signIn.checkOf(...asked),
    companiesOf: (db: Db, sub: string) => workspacesStore.companiesOf(db, sub),
  };
  const recovery = buildRecoveryService(recovering);
  const onProven = afterProof({ ...shared, recovery });
  const proofs = buildProveFactor({ ...shared, onProven });
  return {
    factors: buildFactorsService({ ...shared, onProven }),
    confirm: buildConfirmService({ ...shared, ...auth, proofs }),
    recovery,
    recoveryUpkeep: buildRecoveryUpkeep(recovering),
    undo: buildUndoService({ ...shared, tokens, cancelRecovery: (tx, sub, id) => recovery.cancelByLink(tx, sub, id) }),
  };
}

export interface NoticeFeatures {
  readonly notices: AccountNotices;
  readonly tokens: NoticeTokens;
}

/** Constructs the mails to owners about their accounts. `secret`: of the installation, at least 32 bytes. */
export function wireAccountNotices(
  secret: Uint8Array,
  queueMail: QueueNoticeMail,
  clock = SYSTEM_CLOCK,
): NoticeFeatures {
  return { notices: buildAccountNotices({ clock, newId, queueMail }), tokens: buildNoticeTokens(secret) };
}
