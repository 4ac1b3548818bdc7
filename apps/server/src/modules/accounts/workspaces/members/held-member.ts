import { mayIn, type WorkspacePermission, type WorkspaceRole } from '@assay/domain';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { MOST_JOINED, MOST_MEMBERS } from '../workspaces.policy.ts';
import type { ActingMember } from '../workspaces.ports.ts';
import type { WorkspacesStore } from '../workspaces.store.ts';

/** A member, and the workspace in which the member acts. */
interface MemberIn {
  readonly workspace: string;
  readonly sub: string;
}

export type RoleStore = Pick<WorkspacesStore, 'lock' | 'holdPerson' | 'findMember'>;

/** What other features hold a member by. */
export type HoldStore = Pick<WorkspacesStore, 'hold' | 'holdPerson' | 'findMember'>;

/**
 * Locks a company for a change by a member, whose role is that of now and not that of the request's start.
 *
 * @throws AppError Unauthorized for a deleted account, NotFound for a closed company and for who is no member, RoleNotAllowed
 */
export async function lockFor(
  store: RoleStore,
  tx: Db,
  { workspace: { id: workspace }, sub }: Pick<ActingMember, 'workspace' | 'sub'>,
  permission: WorkspacePermission,
): Promise<WorkspaceRole> {
  // The person before the company, as everywhere.
  if (!(await store.holdPerson(tx, sub))) throw new AppError('Unauthorized');
  if (!(await store.lock(tx, workspace))) throw new AppError('NotFound');
  return roleFor(store, tx, { workspace, sub }, permission);
}

/**
 * Keeps a member what the member is until the transaction ends, for what gives lasting access: a removal waits and then
 * ends it, or was first and is seen here. Unlike the lock of the company, others may do so at the same time.
 *
 * @throws AppError as {@link lockFor}
 */
export async function holdMember(
  store: HoldStore,
  tx: Db,
  member: MemberIn,
  permission: WorkspacePermission,
): Promise<void> {
  if (!(await store.holdPerson(tx, member.sub))) throw new AppError('Unauthorized');
  if (!(await store.hold(tx, member.workspace))) throw new AppError('NotFound');
  await roleFor(store, tx, member, permission);
}

/** The role of a member now, which must allow it. @throws AppError NotFound, RoleNotAllowed */
export async function roleFor(
  store: Pick<RoleStore, 'findMember'>,
  tx: Db,
  { workspace, sub }: MemberIn,
  permission: WorkspacePermission,
): Promise<WorkspaceRole> {
  const own = await store.findMember(tx, workspace, sub);
  if (own === null) throw new AppError('NotFound');
  if (!mayIn(own.role, permission)) throw new AppError('RoleNotAllowed');
  return own.role;
}

/**
 * Whether a person can become a member of a company; both must be locked.
 *
 * @throws AppError TooManyWorkspaces, TooManyMembers
 */
export async function assertRoomFor(store: WorkspacesStore, tx: Db, workspace: string, sub: string): Promise<void> {
  if ((await store.countOf(tx, sub)).joined >= MOST_JOINED) throw new AppError('TooManyWorkspaces');
  if ((await store.countMembers(tx, workspace)).all >= MOST_MEMBERS) throw new AppError('TooManyMembers');
}
