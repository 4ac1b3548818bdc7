import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { MOST_JOINED, MOST_MEMBERS } from './workspaces.policy.ts';
import type { WorkspacesStore } from './workspaces.store.ts';

/**
 * Whether a person can become a member of a company; both must be locked.
 *
 * @throws AppError TooManyWorkspaces, TooManyMembers
 */
export async function assertRoomFor(store: WorkspacesStore, tx: Db, workspace: string, sub: string): Promise<void> {
  if ((await store.countOf(tx, sub)).joined >= MOST_JOINED) throw new AppError('TooManyWorkspaces');
  if ((await store.countMembers(tx, workspace)).all >= MOST_MEMBERS) throw new AppError('TooManyMembers');
}
