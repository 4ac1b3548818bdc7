import { USUAL_DAYS_MAX } from '@assay/contracts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction, type Pool, type Transaction } from '../../../platform/db/index.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { buildDomainRule, type DomainSettings } from '../auth/email-domains.ts';
import { assertMayDelete } from '../legal-holds/assert-may-delete.ts';
import { buildInvitationTokens } from '../workspaces/members/invitation-tokens.ts';
import { buildInvitationsService, type InvitationsService } from '../workspaces/members/invitations.service.ts';
import { buildMembersService, type MembersService } from '../workspaces/members/members.service.ts';
import { buildSessionPolicyService, type SessionPolicyService } from '../workspaces/policy/session-policy.service.ts';
import { sessionPolicyStore } from '../workspaces/policy/session-policy.store.ts';
import { buildRetentionService, type RetentionService } from '../workspaces/retention.service.ts';
import type { OwnedPart, QueueInvitationMail } from '../workspaces/workspaces.ports.ts';
import { buildWorkspacesService, type WorkspacesService } from '../workspaces/workspaces.service.ts';
import { workspacesStore } from '../workspaces/workspaces.store.ts';

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
  /** What modules hold of a company, in the order of erasure. */
  readonly owned: readonly OwnedPart[];
  /** For how many days the installation keeps checks; default: three years. */
  readonly checksKeptDays?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** Constructs company workspaces over one database. */
export function wireWorkspaces(
  pool: Pool,
  { secret, domains, queueMail, owned, checksKeptDays = USUAL_DAYS_MAX, clock = SYSTEM_CLOCK }: WorkspaceParts,
): WorkspaceFeatures {
  const transaction: Transaction = (work) => inService('workspaces', () => inTransaction(pool, work));
  const shared = {
    db: pool,
    transaction,
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
      owned,
    }),
    sessionPolicy,
    retention: buildRetentionService({ ...shared, usualDays: checksKeptDays }),
    members: buildMembersService(shared),
    invitations: buildInvitationsService({
      ...shared,
      tokens: buildInvitationTokens(secret),
      queueMail,
      isDomainAllowed: buildDomainRule(domains),
    }),
  };
}
