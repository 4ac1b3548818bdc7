import type { Db } from '../../../platform/db/index.ts';
import { holdMember, roleFor } from '../../accounts/index.ts';
import { assertKey, type HoldStores, holdKey } from '../public-api/held-key.ts';
import type { BatchMaker } from './batches.ports.ts';

type Maker = Pick<BatchMaker, 'workspace' | 'key' | 'madeBy'>;

/** Keeps who makes a batch from losing the right until the transaction ends. @throws as {@link assertMaker} */
export async function holdMaker(
  holds: HoldStores,
  tx: Db,
  { workspace, key, madeBy }: Maker,
  now: Date,
): Promise<void> {
  if (madeBy !== null) await holdMember(holds.workspaces, tx, { workspace, sub: madeBy }, 'check');
  else if (key !== null) await holdKey(holds, tx, key, now);
}

/** @throws AppError Unauthorized, NotFound, RoleNotAllowed; ProblemError invalid_api_key */
export async function assertMaker(
  holds: HoldStores,
  tx: Db,
  { workspace, key, madeBy }: Maker,
  now: Date,
): Promise<void> {
  if (madeBy !== null) await roleFor(holds.workspaces, tx, { workspace, sub: madeBy }, 'check');
  else if (key !== null) await assertKey(tx, key, now);
}
