import type { AuditAction, WorkspaceRole } from '@assay/domain';
import type { Audit, AuditOrigin, AuditTarget } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { CallerWorkspace } from '../../../platform/kernel/caller.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';

/** Data that a workspace owns, and how it is erased when the workspace is closed. */
export interface OwnedPart {
  readonly erase: (db: Db, workspace: string, now: Date) => Promise<void>;
}

/** Queues the mail of an invitation, in the transaction that stores it. */
export type QueueInvitationMail = (tx: Db, invitation: { readonly id: string; readonly sentAt: Date }) => Promise<void>;

/** What a company workspace is called and which role the member who acts has in it. */
export type Company = Extract<CallerWorkspace, { readonly kind: 'company' }>;

/** Who acts, in which session, from where, and in which workspace. */
export interface Acting {
  readonly sub: string;
  readonly email: string;
  readonly sessionId: string;
  readonly from: AuditOrigin;
}

export interface ActingMember extends Acting {
  readonly workspace: Company;
}

export interface SharedDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  readonly audit: Audit;
}

export interface MemberFacts {
  readonly sub: string;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly joinedAt: Date;
}

/** Records what a person did in a workspace. */
export async function record(
  audit: Audit,
  tx: Db,
  acting: Acting,
  entry: {
    readonly workspace: string;
    readonly action: AuditAction;
    readonly target?: AuditTarget | null;
    readonly text?: string | null;
  },
): Promise<void> {
  const { workspace, action, target = null, text = null } = entry;
  await audit(tx, { workspace, actor: { kind: 'person', sub: acting.sub }, action, target, from: acting.from, text });
}
