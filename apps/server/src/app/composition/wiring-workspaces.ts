import { USUAL_DAYS_MAX } from '@assay/contracts';
import {
  assertMayDelete,
  buildDomainRule,
  buildInvitationsService,
  buildInvitationTokens,
  buildMembersService,
  buildRetentionService,
  buildSessionPolicyService,
  buildWorkspacesService,
  type DomainSettings,
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
} from '../../modules/accounts/index.ts';
import { checksPart } from '../../modules/checks/index.ts';
import { ledger, ledgerPart, paymentsPart } from '../../modules/money/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction, type Pool } from '../../platform/db/index.ts';
import { inService } from '../../platform/kernel/scope.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';
import { OPTIONAL } from '../modules.ts';

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
      owned: [
        ...OPTIONAL.flatMap(({ companyParts = [] }) => companyParts),
        checksPart(ledger),
        paymentsPart,
        ledgerPart,
      ],
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
