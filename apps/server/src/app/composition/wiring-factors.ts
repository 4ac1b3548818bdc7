import {
  administratorRule,
  afterProof,
  buildConfirmService,
  buildFactorKeys,
  buildFactorsService,
  buildProveFactor,
  buildRecoveryService,
  buildRecoveryUpkeep,
  buildUndoService,
  type ConfirmService,
  type FactorsService,
  RECOVERY_WAIT_HOURS,
  type RecoveryService,
  type RecoveryUpkeep,
  type SecondStepService,
  type SessionsService,
  type SignInService,
  type UndoService,
  workspacesStore,
} from '../../modules/accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Db, inTransaction, type Pool } from '../../platform/db/index.ts';
import { inService } from '../../platform/kernel/scope.ts';
import type { SecurityEvents } from '../../platform/kernel/security-events/index.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';
import type { NoticeFeatures } from './wiring-account-notices.ts';

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
  readonly clock?: { now(): Date };
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
  { secret, auth, securityEvents, notices: { notices, tokens }, clock = { now: () => new Date() } }: FactorParts,
): FactorFeatures {
  const { hostname, origin } = new URL(publicUrl);
  const shared = {
    db: pool,
    transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
      inService('sign-in', () => inTransaction(pool, work)),
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
