import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { CallerWorkspace } from '../../../platform/kernel/caller.ts';
import { refuseSecretName } from '../../../platform/kernel/text/pasted-secrets.ts';
import { lockFor, roleFor } from './members/held-member.ts';
import type { SessionPolicyService } from './policy/session-policy.service.ts';
import { MOST_JOINED, MOST_OWNED } from './workspaces.policy.ts';
import {
  type Acting,
  type ActingMember,
  type Company,
  type OwnedPart,
  record,
  type SharedDeps,
} from './workspaces.ports.ts';
import { workspacesStore } from './workspaces.store.ts';

export interface WorkspacesDeps extends SharedDeps {
  readonly sessionPolicy: Pick<SessionPolicyService, 'assertMayEnter'>;
  /** @throws AppError UnderLegalHold */
  readonly assertMayDelete: (tx: Db, workspace: string) => Promise<void>;
  /** What a workspace owns, in the order of erasure. */
  readonly owned: readonly OwnedPart[];
}

export type WorkspacesService = ReturnType<typeof buildWorkspacesService>;

/** The workspaces of a person: making, selecting, renaming and closing them. */
export function buildWorkspacesService({
  db,
  transaction,
  clock,
  newId,
  audit,
  assertMayDelete,
  owned,
  sessionPolicy,
}: WorkspacesDeps) {
  /** `assertMayClose` is asked once the workspace is locked: who is a member, and with which role, changes no more. */
  async function remove(tx: Db, id: string, assertMayClose?: () => Promise<void>): Promise<boolean> {
    await assertMayDelete(tx, id);
    const now = clock.now();
    // What the workspace owns first: checks and balance are locked before the workspace wherever both are.
    for (const part of owned) await part.erase(tx, id, now);
    if (!(await workspacesStore.lock(tx, id))) return false;
    await assertMayClose?.();
    // An order that was placed meanwhile held the workspace until it was stored.
    for (const part of owned) await part.erase(tx, id, now);
    await workspacesStore.remove(tx, id);
    return true;
  }

  return {
    /** The personal one first. */
    list: (sub: string): Promise<readonly CallerWorkspace[]> => workspacesStore.listOf(db, sub, 1 + MOST_JOINED),

    /** @throws AppError TooManyWorkspaces, Unauthorized for a deleted account; SecretNotAddress: the name can be one */
    async create(acting: Acting, name: string): Promise<Company> {
      refuseSecretName(name, 'name');
      const id = newId();
      await transaction(async (tx) => {
        if (!(await workspacesStore.lockPerson(tx, acting.sub))) throw new AppError('Unauthorized');
        const { owned: ownedNow, joined } = await workspacesStore.countOf(tx, acting.sub);
        if (ownedNow >= MOST_OWNED || joined >= MOST_JOINED) throw new AppError('TooManyWorkspaces');
        const now = clock.now();
        await workspacesStore.insert(tx, { id, name, now });
        await workspacesStore.addMember(tx, { workspace: id, sub: acting.sub, role: 'owner', now });
        await workspacesStore.select(tx, acting.sessionId, id);
        await record(audit, tx, acting, { workspace: id, action: 'workspace.create', text: name });
      });
      return { kind: 'company', id, name, role: 'owner' };
    },

    /**
     * @throws AppError NotFound for a workspace that the person is no member of; NewerSignInRequired and
     *   AddressRefused by its policy
     */
    async select(acting: Acting, id: string): Promise<CallerWorkspace> {
      const { sub, sessionId } = acting;
      const found = await workspacesStore.find(db, id, sub);
      if (found === null) throw new AppError('NotFound');
      if (found.kind === 'company') await sessionPolicy.assertMayEnter(acting, found);
      await transaction(async (tx) => {
        const isEntered = await workspacesStore.select(tx, sessionId, found.kind === 'company' ? id : null);
        if (!isEntered || found.kind === 'personal') return;
        const target = { kind: 'session', id: sessionId };
        await record(audit, tx, acting, { workspace: id, action: 'workspace.enter', target });
      });
      return found;
    },

    /** @throws AppError NotFound, RoleNotAllowed; SecretNotAddress: the name can be one */
    async rename(acting: ActingMember, name: string): Promise<Company> {
      refuseSecretName(name, 'name');
      const { workspace } = acting;
      await transaction(async (tx) => {
        await lockFor(workspacesStore, tx, acting, 'settings');
        await workspacesStore.rename(tx, workspace.id, name);
        await record(audit, tx, acting, { workspace: workspace.id, action: 'workspace.rename', text: name });
      });
      return { ...workspace, name };
    },

    /**
     * Closes a company for all its members, with the outcome of deleting an account: decision 0080.
     *
     * @throws AppError NameDoesNotMatch, UnderLegalHold, NotFound, RoleNotAllowed; AccountSuspended for a suspended
     *   owner, while there are other members
     */
    async close(acting: ActingMember, typed: string): Promise<void> {
      const { id, name } = acting.workspace;
      if (typed !== name) throw new AppError('NameDoesNotMatch');
      await transaction(async (tx) => {
        const assertMayClose = async () => {
          await roleFor(workspacesStore, tx, { workspace: id, sub: acting.sub }, 'close');
          const isAlone = (await workspacesStore.countMembers(tx, id)).all === 1;
          if (!isAlone && (await workspacesStore.isSuspended(tx, acting.sub))) throw new AppError('AccountSuspended');
        };
        // Also before anything is erased: a refusal under the lock has a whole company to roll back.
        await assertMayClose();
        if (!(await remove(tx, id, assertMayClose))) throw new AppError('NotFound');
        await record(audit, tx, acting, { workspace: id, action: 'workspace.close', text: name });
      });
    },

    /** Closes a company that was closed before and came back with a backup; false where it is not there. */
    closeAgain: (id: string): Promise<boolean> =>
      transaction(async (tx) => {
        if (!(await remove(tx, id))) return false;
        const act = { actor: { kind: 'operator' }, action: 'workspace.close', from: null } as const;
        await audit(tx, { ...act, workspace: id, target: { kind: 'workspace', id }, text: null });
        return true;
      }),
  };
}
