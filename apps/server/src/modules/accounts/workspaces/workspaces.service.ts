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
import type { WorkspacesStore } from './workspaces.store.ts';

export interface WorkspacesDeps extends SharedDeps {
  readonly store: WorkspacesStore;
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
  store,
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
    if (!(await store.lock(tx, id))) return false;
    await assertMayClose?.();
    // An order that was placed meanwhile held the workspace until it was stored.
    for (const part of owned) await part.erase(tx, id, now);
    await store.remove(tx, id);
    return true;
  }

  return {
    /** The personal one first. */
    list: (sub: string): Promise<readonly CallerWorkspace[]> => store.listOf(db, sub, 1 + MOST_JOINED),

    /** @throws AppError TooManyWorkspaces, Unauthorized for a deleted account; SecretNotAddress: the name can be one */
    async create(acting: Acting, name: string): Promise<Company> {
      refuseSecretName(name, 'name');
      const id = newId();
      await transaction(async (tx) => {
        if (!(await store.lockPerson(tx, acting.sub))) throw new AppError('Unauthorized');
        const { owned: ownedNow, joined } = await store.countOf(tx, acting.sub);
        if (ownedNow >= MOST_OWNED || joined >= MOST_JOINED) throw new AppError('TooManyWorkspaces');
        const now = clock.now();
        await store.insert(tx, { id, name, now });
        await store.addMember(tx, { workspace: id, sub: acting.sub, role: 'owner', now });
        await store.select(tx, acting.sessionId, id);
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
      const found = await store.find(db, id, sub);
      if (found === null) throw new AppError('NotFound');
      if (found.kind === 'company') await sessionPolicy.assertMayEnter(acting, found);
      await transaction(async (tx) => {
        const isEntered = await store.select(tx, sessionId, found.kind === 'company' ? id : null);
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
        await lockFor(store, tx, acting, 'settings');
        await store.rename(tx, workspace.id, name);
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
          await roleFor(store, tx, { workspace: id, sub: acting.sub }, 'close');
          const isAlone = (await store.countMembers(tx, id)).all === 1;
          if (!isAlone && (await store.isSuspended(tx, acting.sub))) throw new AppError('AccountSuspended');
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
