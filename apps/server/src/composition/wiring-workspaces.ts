import { USUAL_DAYS_MAX } from '@assay/contracts';
import { inTransaction, type Pool } from '../db/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import { buildDomainRule, type DomainSettings } from '../features/auth/index.ts';
import { batchesPart } from '../features/batches/index.ts';
import { checksPart } from '../features/checks/index.ts';
import { ledger, ledgerPart } from '../features/ledger/index.ts';
import { assertMayDelete } from '../features/legal-holds/index.ts';
import { paymentsPart } from '../features/payments/index.ts';
import {
  buildInvitationsService,
  buildInvitationTokens,
  buildMembersService,
  buildRetentionService,
  buildSessionPolicyService,
  buildWorkspacesService,
  type InvitationsService,
  invitationsStore,
  type MembersService,
  memberAccessStore,
  type QueueInvitationMail,
  type RetentionService,
  retentionStore,
  type SessionPolicyService,
  sessionPolicyStore,
  type WorkspacesService,
  workspacesStore,
} from '../features/workspaces/index.ts';
import { newId } from '../kernel/random-text.ts';
import { inService } from '../kernel/scope.ts';

export interface WorkspaceFeatures {
  readonly workspaces: WorkspacesService;
  readonly members: MembersService;
  readonly invitations: InvitationsService;
  readonly sessionPolicy: SessionPolicyService;
  readonly retention: RetentionService;
}

export interface WorkspaceParts {
  /** At least 32 bytes that only this installation knows. */
  readonly secret: Uint8Array;
  readonly domains: DomainSettings;
  readonly queueMail: QueueInvitationMail;
  /** For how many days the installation keeps checks; default: three years. */
  readonly checksKeptDays?: number;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
}

/** Constructs company workspaces over one database. */
export function wireWorkspaces(
  pool: Pool,
  { secret, domains, queueMail, checksKeptDays = USUAL_DAYS_MAX, clock = { now: () => new Date() } }: WorkspaceParts,
): WorkspaceFeatures {
  const shared = {
    db: pool,
    transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
      inService('workspaces', () => inTransaction(pool, work)),
    clock,
    newId,
    audit: recordAudit,
    store: workspacesStore,
  };
  const sessionPolicy = buildSessionPolicyService({ ...shared, policies: sessionPolicyStore });
  return {
    workspaces: buildWorkspacesService({
      ...shared,
      sessionPolicy,
      assertMayDelete,
      owned: [batchesPart, checksPart(ledger), paymentsPart, ledgerPart],
    }),
    sessionPolicy,
    retention: buildRetentionService({ ...shared, retentions: retentionStore, usualDays: checksKeptDays }),
    members: buildMembersService({ ...shared, access: memberAccessStore }),
    invitations: buildInvitationsService({
      ...shared,
      invitations: invitationsStore,
      tokens: buildInvitationTokens(secret),
      queueMail,
      isDomainAllowed: buildDomainRule(domains),
    }),
  };
}
