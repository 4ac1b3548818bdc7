import type { AccessFate } from '@assay/contracts';
import { type AuditAction, keepsMade, mayAssign, type WorkspaceRole } from '@assay/domain';
import type { AuditTarget } from '../../../../platform/audit/index.ts';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { type ActingMember, type MemberFacts, record, type SharedDeps } from '../workspaces.ports.ts';
import { workspacesStore } from '../workspaces.store.ts';
import { endAccess } from './end-access.ts';
import { lockFor } from './held-member.ts';
import { type MemberAccess, memberAccessStore } from './member-access.store.ts';

/** What somebody did that ends what a member made. */
interface Act {
  readonly action: AuditAction;
  readonly target: AuditTarget | null;
  readonly text: string | null;
}

export type MembersService = ReturnType<typeof buildMembersService>;

/** The members of a company. Every change locks the company first, and reads again what it decides by. */
export function buildMembersService({ db, transaction, audit, clock }: SharedDeps) {
  /** @throws AppError LastOwner */
  async function assertOtherOwner(tx: Db, id: string, { role }: MemberFacts): Promise<void> {
    if (role === 'owner' && (await workspacesStore.countMembers(tx, id)).owners < 2) throw new AppError('LastOwner');
  }

  async function memberOf(tx: Db, id: string, sub: string): Promise<MemberFacts> {
    const found = await workspacesStore.findMember(tx, id, sub);
    if (found === null) throw new AppError('NotFound');
    return found;
  }

  /** Records the act as well. */
  function end(
    tx: Db,
    { workspace, sub: own, from }: ActingMember,
    sub: string,
    { fate, ...act }: Act & { readonly fate: AccessFate },
  ): Promise<MemberAccess> {
    const of = { workspace: workspace.id, sub, to: fate === 'hand_over' ? own : null };
    return endAccess({ audit, clock }, tx, of, { ...act, actor: { kind: 'person', sub: own }, from });
  }

  return {
    async page(id: string, { page, size }: { readonly page: number; readonly size: number }) {
      const { all } = await workspacesStore.countMembers(db, id);
      return { total: all, members: await workspacesStore.members(db, id, { limit: size, offset: (page - 1) * size }) };
    },

    /**
     * Gives a member another role. Only owners decide about owners, and only administrators become one. What the member
     * made and may not make with the new role ends, or goes to who acts: who acts on the own role has nobody to take over.
     *
     * @throws AppError NotFound, RoleNotAllowed, LastOwner, MemberNotAdmin
     */
    async changeRole(
      acting: ActingMember,
      sub: string,
      { role, access: fate }: { readonly role: WorkspaceRole; readonly access: AccessFate },
    ): Promise<MemberFacts> {
      return transaction(async (tx) => {
        const { id } = acting.workspace;
        const own = await lockFor(workspacesStore, tx, acting, 'members');
        const member = await memberOf(tx, id, sub);
        if (!mayAssign(own, member.role) || !mayAssign(own, role)) throw new AppError('RoleNotAllowed');
        if (member.role === role) return member;
        if (role === 'owner' && member.role !== 'admin') throw new AppError('MemberNotAdmin');
        await assertOtherOwner(tx, id, member);
        await workspacesStore.setRole(tx, id, sub, role);
        const action = role === 'owner' ? 'workspace.transfer' : 'member.role';
        const act = { action, target: { kind: 'person', id: sub }, text: role } as const;
        if (keepsMade(role)) await record(audit, tx, acting, { ...act, workspace: id });
        else await end(tx, acting, sub, { ...act, fate: sub === acting.sub ? 'revoke' : fate });
        return { ...member, role };
      });
    },

    /**
     * The keys, webhooks and open invitations that {@link endAccess} would end or hand over. Former secrets, which it
     * ends as well, are not in it: their keys go on to work.
     *
     * @throws AppError NotFound
     */
    async accessOf({ workspace: { id } }: ActingMember, sub: string): Promise<MemberAccess> {
      await memberOf(db, id, sub);
      return memberAccessStore.find(db, id, sub, clock.now());
    },

    /**
     * Removes a member, and ends or takes over what the member made.
     *
     * @throws AppError NotFound, RoleNotAllowed, LastOwner
     */
    async remove(acting: ActingMember, sub: string, fate: AccessFate): Promise<MemberAccess> {
      return transaction(async (tx) => {
        const { id } = acting.workspace;
        const own = await lockFor(workspacesStore, tx, acting, 'members');
        const member = await memberOf(tx, id, sub);
        if (!mayAssign(own, member.role)) throw new AppError('RoleNotAllowed');
        await assertOtherOwner(tx, id, member);
        await workspacesStore.removeMember(tx, id, sub);
        const target = { kind: 'person', id: sub };
        return end(tx, acting, sub, { action: 'member.remove', target, text: member.email, fate });
      });
    },

    /** What the member made ends with it: nobody is there to take it over. @throws AppError NotFound, LastOwner */
    async leave(acting: ActingMember): Promise<void> {
      await transaction(async (tx) => {
        const { id } = acting.workspace;
        if (!(await workspacesStore.lock(tx, id))) throw new AppError('NotFound');
        await assertOtherOwner(tx, id, await memberOf(tx, id, acting.sub));
        await workspacesStore.removeMember(tx, id, acting.sub);
        await end(tx, acting, acting.sub, { action: 'member.leave', target: null, text: null, fate: 'revoke' });
      });
    },
  };
}
