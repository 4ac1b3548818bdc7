import type { Db } from '../../db/index.ts';
import { assertKey, holdKey } from '../public-api/index.ts';
import { holdMember, roleFor, workspacesStore } from '../workspaces/index.ts';
import type { BatchMaker } from './batches.ports.ts';

/** Keeps who makes a batch from losing the right until the transaction ends. @throws as {@link assertMaker} */
export async function holdMaker(tx: Db, { workspace, keyId, madeBy }: Omit<BatchMaker, 'mode'>): Promise<void> {
  if (madeBy !== null) await holdMember(tx, { workspace, sub: madeBy }, 'check');
  else if (keyId !== null) await holdKey(tx, { workspace, keyId });
}

/** @throws AppError Unauthorized, NotFound, RoleNotAllowed; ProblemError invalid_api_key */
export async function assertMaker(tx: Db, { workspace, keyId, madeBy }: BatchMaker): Promise<void> {
  if (madeBy !== null) await roleFor(workspacesStore, tx, { workspace, sub: madeBy }, 'check');
  else if (keyId !== null) await assertKey(tx, { workspace, keyId });
}
