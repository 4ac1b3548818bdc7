import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CallerWorkspace } from '../../kernel/caller.ts';
import type { SessionPolicyService } from './session-policy.service.ts';
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
  owned,
  sessionPolicy,
}: WorkspacesDeps) {
  async function remove(tx: Db, id: string): Promise<boolean> {
    const now = clock.now();
    // What the workspace owns first: checks and balance are locked before the workspace wherever both are.
    for (const part of owned) await part.erase(tx, id, now);
    if (!(await store.lock(tx, id))) return false;
    // An order that was placed meanwhile held the workspace until it was stored.
    for (const part of owned) await part.erase(tx, id, now);
    await store.remove(tx, id);
    return true;
  }

  return {
    /** The personal one first. */
    list: (sub: string): Promise<readonly CallerWorkspace[]> => store.listOf(db, sub, 1 + MOST_JOINED),

    /** @throws AppError TooManyWorkspaces */
    async create(acting: Acting, name: string): Promise<Company> {
      const id = newId();
      await transaction(async (tx) => {
        await store.lockPerson(tx, acting.sub);
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
      if (found.kind === 'company') await sessionPolicy.assertMayEnter(acting, id);
      await transaction(async (tx) => {
        const isEntered = await store.select(tx, sessionId, found.kind === 'company' ? id : null);
        if (!isEntered || found.kind === 'personal') return;
        const target = { kind: 'session', id: sessionId };
        await record(audit, tx, acting, { workspace: id, action: 'workspace.enter', target });
      });
      return found;
    },

    async rename(acting: ActingMember, name: string): Promise<Company> {
      const { workspace } = acting;
      await transaction(async (tx) => {
        if (!(await store.lock(tx, workspace.id))) throw new AppError('NotFound');
        await store.rename(tx, workspace.id, name);
        await record(audit, tx, acting, { workspace: workspace.id, action: 'workspace.rename', text: name });
      });
      return { ...workspace, name };
    },

    /**
     * Closes a company for all its members, with the outcome of deleting an account: decision 0080.
     *
     * @throws AppError NameDoesNotMatch
     */
    async close(acting: ActingMember, typed: string): Promise<void> {
      const { id, name } = acting.workspace;
      if (typed !== name) throw new AppError('NameDoesNotMatch');
      await transaction(async (tx) => {
        if (!(await remove(tx, id))) throw new AppError('NotFound');
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
