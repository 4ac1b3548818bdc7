import type { ConfirmedCheck } from '@assay/contracts';
import type { AuditAction } from '@assay/domain';
import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { AccountNotices } from '../account-notices/account-notices.ts';
import type { PendingSignIn } from '../auth/pending-sign-ins.store.ts';
import type { SecondStepService } from '../auth/second-step.service.ts';

export type RecoveryAction = Extract<AuditAction, `recovery.${string}`>;

export interface RecoveryDeps {
  readonly db: Db;
  /** Runs `work` in one transaction. */
  readonly transaction: Transaction;
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  /** How long a recovery waits. */
  readonly waitMs: number;
  readonly secondStep: Pick<SecondStepService, 'read' | 'finishRecovered'>;
  /** Whether the account administers the service. */
  readonly isAdministrator: (user: Caller) => boolean;
  /** The check that was requested with the link of a login. */
  readonly checkOf: (caller: Caller, pending: PendingSignIn) => Promise<ConfirmedCheck | null>;
  /** Ids of the companies a person is a member of. */
  readonly companiesOf: (tx: Db, sub: string) => Promise<readonly string[]>;
  readonly notices: AccountNotices;
  readonly audit: Audit;
  readonly securityEvents: SecurityEvents;
}
