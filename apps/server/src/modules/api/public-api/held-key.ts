import type { Db } from '../../../platform/db/index.ts';
import type { HoldStore } from '../../accounts/index.ts';
import type { ShownKey } from '../api-keys/api-keys.ports.ts';
import type { ApiKeysStore } from '../api-keys/api-keys.store.ts';
import { keyRefused } from './key-refusals.ts';

/** What who acts is held by: a member of a workspace, or a key of it. */
export interface HoldStores {
  readonly workspaces: HoldStore;
  readonly keys: Pick<ApiKeysStore, 'holdPeople' | 'holdShown' | 'isShownHeld'>;
}

/**
 * Keeps the secret that was shown from ending until the transaction ends, for what gives access that outlives it. Who
 * made the key and its secrets, and its workspace, are held first: in this order they are locked everywhere.
 *
 * @throws ProblemError invalid_api_key: the secret ended or was handed over, the key was revoked, or its workspace closed
 */
export async function holdKey({ workspaces, keys }: HoldStores, tx: Db, key: ShownKey, now: Date): Promise<void> {
  await keys.holdPeople(tx, key.keyId, null);
  if (!(await workspaces.hold(tx, key.workspace))) throw keyRefused('unknown');
  if (!(await keys.holdShown(tx, key, now))) throw keyRefused('unknown');
}

/** Reads whether the secret still works, for what ends with nothing. @throws ProblemError as {@link holdKey} */
export async function assertKey({ keys }: Pick<HoldStores, 'keys'>, db: Db, key: ShownKey, now: Date): Promise<void> {
  if (!(await keys.isShownHeld(db, key, now))) throw keyRefused('unknown');
}
