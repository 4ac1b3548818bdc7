import { mayAssign, type WorkspaceRole } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import { type ActingMember, type MemberFacts, record, type SharedDeps } from './workspaces.ports.ts';
import type { WorkspacesStore } from './workspaces.store.ts';

export interface MembersDeps extends SharedDeps {
  readonly store: WorkspacesStore;
}

export type MembersService = ReturnType<typeof buildMembersService>;

/** The members of a company. Every change locks the company first, and reads again what it decides by. */
export function buildMembersService({ db, transaction, audit, store }: MembersDeps) {
  /** @throws AppError NotFound, RoleNotAllowed: the role of who acts is that of now, not that of the request's start */
  async function lockFor(tx: Db, acting: ActingMember): Promise<WorkspaceRole> {
    const { id } = acting.workspace;
    const own = (await store.lock(tx, id)) ? await store.findMember(tx, id, acting.sub) : null;
    if (own === null) throw new AppError('NotFound');
    return own.role;
  }

  /** @throws AppError LastOwner */
  async function assertOtherOwner(tx: Db, id: string, { role }: MemberFacts): Promise<void> {
    if (role === 'owner' && (await store.countMembers(tx, id)).owners < 2) throw new AppError('LastOwner');
  }

  async function memberOf(tx: Db, id: string, sub: string): Promise<MemberFacts> {
    const found = await store.findMember(tx, id, sub);
    if (found === null) throw new AppError('NotFound');
    return found;
  }

  return {
    async page(id: string, { page, size }: { readonly page: number; readonly size: number }) {
      const { all } = await store.countMembers(db, id);
      return { total: all, members: await store.members(db, id, { limit: size, offset: (page - 1) * size }) };
    },

    /**
     * Gives a member another role. Only owners decide about owners, and only administrators become one.
     *
     * @throws AppError NotFound, RoleNotAllowed, LastOwner, MemberNotAdmin
     */
    async changeRole(acting: ActingMember, sub: string, role: WorkspaceRole): Promise<MemberFacts> {
      return transaction(async (tx) => {
        const { id } = acting.workspace;
        const own = await lockFor(tx, acting);
        const member = await memberOf(tx, id, sub);
        if (!mayAssign(own, member.role) || !mayAssign(own, role)) throw new AppError('RoleNotAllowed');
        if (member.role === role) return member;
        if (role === 'owner' && member.role !== 'admin') throw new AppError('MemberNotAdmin');
        await assertOtherOwner(tx, id, member);
        await store.setRole(tx, id, sub, role);
        const action = role === 'owner' ? 'workspace.transfer' : 'member.role';
        await record(audit, tx, acting, { workspace: id, action, target: { kind: 'person', id: sub }, text: role });
        return { ...member, role };
      });
    },

    /** @throws AppError NotFound, RoleNotAllowed, LastOwner */
    async remove(acting: ActingMember, sub: string): Promise<void> {
      await transaction(async (tx) => {
        const { id } = acting.workspace;
        const own = await lockFor(tx, acting);
        const member = await memberOf(tx, id, sub);
        if (!mayAssign(own, member.role)) throw new AppError('RoleNotAllowed');
        await assertOtherOwner(tx, id, member);
        await store.removeMember(tx, id, sub);
        const target = { kind: 'person', id: sub };
        await record(audit, tx, acting, { workspace: id, action: 'member.remove', target, text: member.email });
      });
    },

    /** @throws AppError NotFound, LastOwner */
    async leave(acting: ActingMember): Promise<void> {
      await transaction(async (tx) => {
        const { id } = acting.workspace;
        await lockFor(tx, acting);
        await assertOtherOwner(tx, id, await memberOf(tx, id, acting.sub));
        await store.removeMember(tx, id, acting.sub);
        await record(audit, tx, acting, { workspace: id, action: 'member.leave' });
      });
    },
  };
}
